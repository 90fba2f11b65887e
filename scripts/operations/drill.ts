/** `npm run drill`: see the help text below, and "A drill" in docs/operations.md. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { environmentNames } from '#infra/config.ts';
import { UsageError } from '#local/settings.ts';
import { ensureWebBuilt } from '#local/website/build.ts';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { bundleFunctions, functionEntries } from '../build/bundle.ts';
import { cdkAt } from '../emulator/lib/cdk.ts';
import { AwsRefusal, type AwsSender, awsSender } from './lib/aws-requests.ts';
import { type DrillReport, readBack, runDrill } from './lib/drill.ts';
import { instantOf, segmentsOf } from './lib/options.ts';
import { smoke } from './lib/smoke.ts';
import { countKinds, toleranceInUse } from './lib/table-counts.ts';
import { equipTable, restoreTable, snapshotOf } from './lib/table-restore.ts';

const helpText = `Tries the restoration of a deployment: restores its table as a new one, deploys a second environment over it, uses that
environment like npm run smoke, compares the numbers of items by kind, and writes down how long each step took.

  TABLE_NAME=<table> SERVICE_ADMIN_PASSWORD=... npm run drill -- --environment <${environmentNames.join('|')}>

  --environment  the second environment, which must not exist in this account and region
  --at           instant to restore to, such as 2026-11-27T08:30:00Z; the latest possible one unless given
  --restored     a table that AWS Backup restored, instead of restoring TABLE_NAME to a point in time
  --report       file of the result; drill-<time>.json unless given
  --unused       no one uses the source meanwhile: no difference between the tables is tolerated
  --segments     parts of the tables that are read side by side, 4 unless given

TABLE_NAME is the output TableName of the source's stack data; the account is one of the source (SERVICE_ADMIN_USERNAME, admin
unless given). The second environment sends nothing to webhooks, chats and people. At the end the command says how to remove it.
Ends with 1 if something differs or fails.`;

interface DrillSettings {
  source: string;
  restored: string;
  isRestored: boolean;
  environment: string;
  at: Date | undefined;
  segments: number;
  isUnused: boolean;
  report: string;
  account: { username: string; password: string };
}

function settings(): DrillSettings | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    options: { environment: text, at: text, restored: text, report: text, segments: text, unused: flag, help: flag },
    strict: true,
  });
  if (values.help) return undefined;
  const { TABLE_NAME: source, SERVICE_ADMIN_PASSWORD: password, SERVICE_ADMIN_USERNAME: username } = process.env;
  const segments = segmentsOf(values.segments);
  const environment = environmentNames.find((name) => name === values.environment);
  const at = instantOf(values.at);
  if (!source || !password || !environment || !segments || (at && values.restored)) throw new UsageError(helpText);
  const mark = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  return {
    source,
    restored: values.restored ?? `${source}-drill-${mark}`,
    isRestored: values.restored !== undefined,
    environment,
    at,
    segments,
    isUnused: values.unused,
    report: values.report ?? `drill-${mark}.json`,
    account: { username: username || 'admin', password },
  };
}

async function drill(given: DrillSettings): Promise<DrillReport> {
  const { source, restored, environment, segments } = given;
  const client = new DynamoDBClient({});
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-drill-'));
  const endpoint = process.env.AWS_ENDPOINT_URL;
  const parts = {
    restore: async () =>
      given.isRestored
        ? snapshotOf(client, restored)
        : restoreTable(client, { from: source, to: restored, at: given.at }),
    equip: () => equipTable(client, restored, { environment, isProtected: false }),
    counts: async () => {
      const counting = createDynamoDbClient();
      const countsOf = (name: string) => countKinds(openDatabase(counting, name), segments);
      return { source: await countsOf(source), restored: await countsOf(restored) };
    },
    deploy: async (tableStreamArn: string) => {
      await bundleFunctions(await functionEntries());
      // The synthesis needs the site, although it is not deployed.
      await ensureWebBuilt(console.log);
      const context = { environment, tableStreamArn, deliveries: 'false', originHeader: 'false' };
      const { ApiUrl = '', ApiId } = await cdkAt(endpoint, folder, context).deploy();
      // The emulator serves an API below its own address.
      return endpoint ? `${endpoint}/_aws/execute-api/${ApiId}` : ApiUrl;
    },
    readBack: (url: string) => readBack(url, given.account),
    smoke: (url: string) => smoke({ baseUrl: url, ...given.account, log: console.log }),
  };
  const tolerance = given.isUnused ? { items: 0, share: 0 } : toleranceInUse;
  try {
    return await runDrill(parts, { tolerance, log: console.log, now: () => new Date() });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the account and region have a CloudFormation stack of a name. @throws AwsRefusal if that cannot be read. */
async function hasStack(send: AwsSender, region: string, name: string): Promise<boolean> {
  const body = new URLSearchParams({ Action: 'DescribeStacks', StackName: name, Version: '2010-05-15' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = { service: 'cloudformation', region, headers, body };
  const { status, text } = await send(request);
  if (status === 200) return !text.includes('<StackStatus>DELETE_COMPLETE</StackStatus>');
  if (status === 400 && text.includes('does not exist')) return false;
  throw new AwsRefusal(request, status, text);
}

async function main(): Promise<void> {
  const given = settings();
  if (!given) return console.log(helpText);
  const { environment, restored, report: file } = given;
  const stack = `fiducial-${environment}-data`;
  if (await hasStack(awsSender(), process.env.AWS_REGION ?? '', stack))
    throw new UsageError(`The stack ${stack} exists: choose an environment that is not in this account and region`);
  const report = await drill(given);
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  for (const problem of report.problems) console.error(problem);
  const { totalSeconds, problems } = report;
  console.log(`${problems.length} problems; ${Math.round(totalSeconds)} s in all; see ${file}`);
  console.log(`To remove it: npx cdk destroy service data -c environment=${environment} (empty its bucket first), then
aws dynamodb delete-table --table-name ${restored}`);
  if (problems.length > 0) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
});
