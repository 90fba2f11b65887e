/** How often a function was called, and how long it took in all, by the reports in its log. */
export interface Called {
  invocations: number;
  milliseconds: number;
}

/**
 * What every function of the emulator's account took since an instant, by the log group that it writes into. The API of logs
 * is asked without its client, which nothing else here uses; an emulator checks no signature.
 */
export async function calledSince(endpoint: string, since: number): Promise<Map<string, Called>> {
  const groups = await ask<{ logGroups: { logGroupName: string }[] }>(endpoint, 'DescribeLogGroups', { limit: 50 });
  const called = new Map<string, Called>();
  for (const { logGroupName } of groups.logGroups) {
    const reports = await reportsOf(endpoint, logGroupName, since);
    if (reports.length === 0) continue;
    const milliseconds = reports.reduce((sum, one) => sum + one, 0);
    called.set(logGroupName, { invocations: reports.length, milliseconds });
  }
  return called;
}

interface LogEvents {
  events: { timestamp: number; message: string }[];
  nextToken?: string;
}

async function reportsOf(endpoint: string, logGroupName: string, startTime: number): Promise<number[]> {
  const reports: number[] = [];
  let nextToken: string | undefined;
  do {
    const page = await ask<LogEvents>(endpoint, 'FilterLogEvents', {
      ...{ logGroupName, startTime, filterPattern: 'REPORT' },
      ...(nextToken && { nextToken }),
    });
    for (const { message } of page.events) {
      const [, duration] = /^REPORT .*?\tDuration: ([\d.]+) ms/.exec(message) ?? [];
      if (duration !== undefined) reports.push(Number(duration));
    }
    nextToken = page.nextToken;
  } while (nextToken);
  return reports;
}

async function ask<T>(endpoint: string, operation: string, input: object): Promise<T> {
  const { AWS_ACCESS_KEY_ID: key = '', AWS_REGION: region = '' } = process.env;
  const scope = `${key}/20250101/${region}/logs/aws4_request`;
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `Logs_20140328.${operation}`,
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${operation} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
