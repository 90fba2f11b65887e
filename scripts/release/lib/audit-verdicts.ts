/** Turns the output of `npm audit --json` and `npm audit signatures --json` into a verdict. Pure. */

/** `unreachable`: the registry or its keys did not answer, which is not a finding; `failed`: npm itself failed. */
export interface Verdict {
  outcome: 'clean' | 'findings' | 'unreachable' | 'failed';
  lines: string[];
}

/** Severities that fail the audit. Lower ones are only listed. */
const failing = new Set(['high', 'critical']);

interface Vulnerability {
  name: string;
  severity: string;
  range: string;
  fixAvailable: unknown;
}

/** Known vulnerabilities: severity high or critical is a finding, in development packages too. */
export function vulnerabilityVerdict(stdout: string): Verdict {
  const answer = parse(stdout);
  const vulnerabilities = answer?.vulnerabilities as Record<string, Vulnerability> | undefined;
  if (!vulnerabilities) return unreachableVerdict(answer);
  const all = Object.values(vulnerabilities);
  const lines = all.map(({ name, severity, range, fixAvailable }) => {
    return `${severity}: ${name} ${range}${fixAvailable ? ', a fix is available' : ''}`;
  });
  return { outcome: all.some(({ severity }) => failing.has(severity)) ? 'findings' : 'clean', lines };
}

/** Registry signatures: an invalid one is a finding, and so is a missing one, since every package has one. */
export function signatureVerdict(stdout: string): Verdict {
  const answer = parse(stdout);
  const { invalid, missing } = (answer ?? {}) as Record<string, { name: string; version: string }[] | undefined>;
  if (!invalid || !missing) return unreachableVerdict(answer);
  const named = (list: typeof invalid, what: string) => list.map(({ name, version }) => `${what}: ${name} ${version}`);
  const lines = [...named(invalid, 'wrong signature'), ...named(missing, 'no signature')];
  return { outcome: lines.length > 0 ? 'findings' : 'clean', lines };
}

const networkErrors =
  /^(E[45]\d\d|EAI_AGAIN|ECONN\w+|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EPIPE|ERR_SOCKET_TIMEOUT|ETIMEDOUT)$/;

/** The registry refused (a status) or was unreachable. Anything else from npm is a failure. */
function unreachableVerdict(answer: Record<string, unknown> | undefined): Verdict {
  const { message, error, statusCode } = (answer ?? {}) as {
    message?: string;
    error?: { code?: string; summary?: string };
    statusCode?: number;
  };
  const isUnreachable = statusCode !== undefined || networkErrors.test(error?.code ?? '');
  const line = error?.summary || message || 'npm answered nothing that can be read';
  return { outcome: isUnreachable ? 'unreachable' : 'failed', lines: [line] };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
