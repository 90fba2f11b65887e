import { ApiError } from '#shared/contract/client.ts';

/** What the person at the terminal can mend: shown as one message, without a stack. */
export class Failure extends Error {
  override name = 'Failure';
  /** 1: it failed; 2: wrong usage. */
  readonly exitCode: 1 | 2;
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command that was not understood. */
export const usageError = (message: string): Failure => new Failure(`${message}\nTry: npx fiducial --help`, 2);

/** The reason of an error, whatever it is: of a network error its cause, which alone says what happened. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  // Several addresses were tried (IPv4 and IPv6): the failures are in a list, and the outer text is empty.
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? reasonOf(cause) : error.message;
}

/** Whether `fetch` failed before an answer came: the connection, and not the service, is at fault. */
export const isConnectionError = (error: unknown): boolean => error instanceof TypeError && error.cause !== undefined;

/** Turns what a call of the API threw into a message that names the address and says what to do. */
export function explain(error: unknown, url: string): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ApiError) return explainRefusal(error, url);
  if (isConnectionError(error)) {
    return new Failure(
      `No response from ${url}: ${reasonOf(error)}.\nStart the service (npm start), or set FIDUCIAL_URL to its address.`,
    );
  }
  throw error;
}

function explainRefusal({ status, code, detail, errors }: ApiError, url: string): Failure {
  const problems = errors.slice(1).map(({ path, message }) => `\n  ${path}: ${message}`);
  const hint = status === 401 ? '\nSign in with `npx fiducial login`, or set FIDUCIAL_TOKEN to an API token.' : '';
  const named = code === undefined ? '' : ` (${code})`;
  return new Failure(`${url} answered ${status}${named}: ${detail}${problems.join('')}${hint}`);
}
