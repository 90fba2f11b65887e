import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The settings of `npm start`. */
export interface Settings {
  /** Port of 127.0.0.1; 0 picks a free one. */
  port: number;
  /** Absolute path of the folder with all persistent data. */
  dataDirectory: string;
  /** Password of the first administrator; undefined to generate one. */
  adminPassword: string | undefined;
  /** An external DynamoDB-compatible server that replaces the embedded engine. */
  dynamodbEndpoint: string | undefined;
  demo: boolean;
  reset: boolean;
  help: boolean;
}

/** An error that the person at the terminal can fix: shown as one message, without a stack. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Text of `npm start -- --help`. */
export const helpText = `Fiducial on one machine.

  npm start                    build what has changed, start everything
  npm start -- --demo          and fill an unused service with a month of a simulated lab
  npm start -- --reset         delete the data first

Environment
  PORT                         port of 127.0.0.1 (3000)
  FIDUCIAL_DATA_DIR            where data is kept (.local)
  SERVICE_ADMIN_USERNAME       name of the first administrator (admin)
  SERVICE_ADMIN_PASSWORD       and the password; generated and printed once when absent
  DYNAMODB_ENDPOINT            address of another DynamoDB-compatible server, used instead of the embedded one
  TABLE_NAME                   its table (fiducial)
  OPENSEARCH_ENDPOINT          address of an OpenSearch, used instead of the index in the data directory
  OIDC_ISSUER, PASSWORD_SIGN_IN
                               signing in by a provider, and without passwords: see docs/operations.md
  LOG_LEVEL                    DEBUG, INFO, WARN or ERROR (WARN)`;

/**
 * Parses arguments and environment.
 * @throws UsageError that names the argument or variable.
 */
export function parseSettings(args: readonly string[], env: Record<string, string | undefined>): Settings {
  const { demo, reset, help } = parseFlags(args);
  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`PORT '${env.PORT}' is not a port number (0 to 65535)`);
  }
  const endpoint = env.DYNAMODB_ENDPOINT || undefined;
  if (endpoint && !URL.canParse(endpoint)) {
    throw new UsageError(`DYNAMODB_ENDPOINT '${endpoint}' is not an address such as http://127.0.0.1:8000`);
  }
  if (endpoint && reset) {
    throw new UsageError(
      '--reset deletes the data of the embedded engine only; empty the one at DYNAMODB_ENDPOINT there',
    );
  }
  return {
    port,
    dataDirectory: resolve(env.FIDUCIAL_DATA_DIR || '.local'),
    adminPassword: env.SERVICE_ADMIN_PASSWORD || undefined,
    dynamodbEndpoint: endpoint,
    demo,
    reset,
    help,
  };
}

function parseFlags(args: readonly string[]): Pick<Settings, 'demo' | 'reset' | 'help'> {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args: [...args], options: { demo: flag, reset: flag, help: flag }, strict: true }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${helpText}`);
  }
}
