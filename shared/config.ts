import { defaultWorkerWindowSeconds } from './orchestration/worker-window.ts';

/**
 * The service's settings. This is the only module that reads the environment (docs/architecture.md#seven-principles).
 */

/** Everything that configures a deployment; read once at start. */
export interface Config {
  /** DynamoDB table. */
  tableName: string;
  /** Bucket of figures and raw data; empty where objects are kept elsewhere. */
  bucketName: string;
  /** Secrets Manager id of the secret with `seed` and `adminPassword`; undefined on one machine. */
  secretId: string | undefined;
  /** Who becomes the first system administrator (rule AUTH-12). */
  adminUsername: string;
  /** Zone of calendar dates: execution ids and `recorded_date` (rule TIME-3). */
  calendarTimeZone: string;
  /** Address of the web application, without a trailing slash; empty when unknown. */
  publicUrl: string;
  /** `dev`, `prod` or `local`. */
  environment: string;
  /** Least severe level that is logged. */
  logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
  /** Life of a login token. */
  tokenLifetimeSeconds: number;
  /** Responses are checked against their schema and refused when they differ; off in production. */
  strictResponses: boolean;
  /** ARN of the state machine `flow-run`; undefined on one machine, and in functions that have nothing to do with it. */
  stateMachineArn: string | undefined;
  /** How long a worker may be silent before its run is ended; on AWS the state machine is deployed with the default. */
  workerWindowSeconds: number;
  /** Where EventBridge Scheduler keeps schedules and what it calls; undefined on one machine, and where nobody asks. */
  scheduler: SchedulerConfig | undefined;
  /**
   * Secret header that the distribution adds; if set, requests without it are refused (rule AUTH-21). Empty when unset.
   */
  originSecret: string;
  /** Address of OpenSearch; empty where the table alone, or an index in this process, is searched. */
  openSearchEndpoint: string;
  /** Alias of the index of note events there. */
  openSearchAlias: string;
}

/** What EventBridge Scheduler is told with every schedule. */
export interface SchedulerConfig {
  groupName: string;
  functionArn: string;
  roleArn: string;
  deadLetterArn: string;
}

const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;

/**
 * Parses the environment.
 * @throws Error that names the variable when one is missing or malformed.
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const timeZone = env.CALENDAR_TIMEZONE || 'Asia/Tokyo';
  if (!isTimeZone(timeZone)) throw new Error(`CALENDAR_TIMEZONE '${timeZone}' is not an IANA time zone`);
  const logLevel = (env.LOG_LEVEL || 'INFO').toUpperCase();
  const known = logLevels.find((level) => level === logLevel);
  if (!known) throw new Error(`LOG_LEVEL '${env.LOG_LEVEL}' is not one of ${logLevels.join(', ')}`);
  const lifetime = Number(env.TOKEN_LIFETIME_SECONDS || 12 * 3600);
  if (!Number.isInteger(lifetime) || lifetime < 60)
    throw new Error('TOKEN_LIFETIME_SECONDS is not an integer of 60 or more');
  const window = Number(env.WORKER_WINDOW_SECONDS || defaultWorkerWindowSeconds);
  if (!Number.isInteger(window) || window < 2 || window > 3600)
    throw new Error(`WORKER_WINDOW_SECONDS '${env.WORKER_WINDOW_SECONDS}' is not an integer from 2 to 3600`);
  return {
    tableName: env.TABLE_NAME || 'fiducial',
    bucketName: env.BUCKET_NAME ?? '',
    secretId: env.SECRET_ID || undefined,
    adminUsername: env.SERVICE_ADMIN_USERNAME || 'admin',
    calendarTimeZone: timeZone,
    publicUrl: (env.PUBLIC_URL ?? '').replace(/\/+$/, ''),
    environment: env.ENVIRONMENT || 'local',
    logLevel: known,
    tokenLifetimeSeconds: lifetime,
    strictResponses: env.STRICT_RESPONSES === 'true',
    stateMachineArn: env.STATE_MACHINE_ARN || undefined,
    workerWindowSeconds: window,
    scheduler: schedulerConfig(env),
    originSecret: env.ORIGIN_SECRET ?? '',
    openSearchEndpoint: openSearchEndpoint(env.OPENSEARCH_ENDPOINT ?? ''),
    openSearchAlias: env.OPENSEARCH_ALIAS || 'note-events',
  };
}

function schedulerConfig(env: Record<string, string | undefined>): SchedulerConfig | undefined {
  const { SCHEDULE_GROUP: groupName, SCHEDULE_FUNCTION_ARN: functionArn = '' } = env;
  const { SCHEDULE_ROLE_ARN: roleArn = '', SCHEDULE_DEAD_LETTER_ARN: deadLetterArn = '' } = env;
  return groupName ? { groupName, functionArn, roleArn, deadLetterArn } : undefined;
}

function openSearchEndpoint(address: string): string {
  if (address === '' || /^https?:$/.test(URL.parse(address)?.protocol ?? '')) return address.replace(/\/+$/, '');
  throw new Error(`OPENSEARCH_ENDPOINT '${address}' is not an address such as http://127.0.0.1:9200`);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
