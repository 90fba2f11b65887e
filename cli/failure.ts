import { ApiError } from '#shared/api/client.ts';

/** Exit codes by which a script can tell failures apart; 0 is success. */
export const exitCodes = {
  /** Any other failure. */
  failed: 1,
  /** The command line is invalid. */
  usage: 2,
  /** Not signed in, or not allowed (401, 403). */
  notAllowed: 3,
  /** Something named in the command does not exist (404). */
  notFound: 4,
  /** It conflicts with the current state, such as an active run (409, 412). */
  conflict: 5,
  /** No response, or one that asks to retry (429, 503). */
  unavailable: 6,
  /** Two services were compared and differ. */
  different: 7,
} as const;

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const codeOfStatus: Record<number, ExitCode> = {
  ...{ 401: exitCodes.notAllowed, 403: exitCodes.notAllowed, 404: exitCodes.notFound },
  ...{ 409: exitCodes.conflict, 412: exitCodes.conflict },
  ...{ 429: exitCodes.unavailable, 503: exitCodes.unavailable },
};

/** An error that the person at the terminal can fix: shown as one message, without a stack. */
export class Failure extends Error {
  override name = 'Failure';
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An invalid command line. */
export const usageError = (message: string): Failure =>
  new Failure(`${message}\nTry: npx fiducial --help`, exitCodes.usage);

/** Returns the reason of any error. For a network error that is its cause, which says what happened. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  // Several addresses failed (IPv4 and IPv6). The failures are in a list, and the outer message is empty.
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? reasonOf(cause) : error.message;
}

/** Whether `fetch` failed before a response came, so that the connection is at fault and not the service. */
export const isConnectionError = (error: unknown): boolean => error instanceof TypeError && error.cause !== undefined;

/** Turns an error of an API call into a message that names the address and says what to do. */
export function explain(error: unknown, url: string): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ApiError) return explainRefusal(error, url);
  if (isConnectionError(error)) {
    return new Failure(
      `No response from ${url}: ${reasonOf(error)}.\nStart the service (npm start), or set FIDUCIAL_URL to its address.`,
      exitCodes.unavailable,
    );
  }
  throw error;
}

function explainRefusal({ status, code, detail, errors }: ApiError, url: string): Failure {
  const problems = errors.slice(1).map(({ path, message }) => `\n  ${path}: ${message}`);
  const hint = status === 401 ? '\nSign in with `npx fiducial login`, or set FIDUCIAL_TOKEN to an API token.' : '';
  const named = code === undefined ? '' : ` (${code})`;
  return new Failure(
    `${url} answered ${status}${named}: ${detail}${problems.join('')}${hint}`,
    codeOfStatus[status] ?? exitCodes.failed,
  );
}
