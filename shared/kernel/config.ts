import { isIP } from 'node:net';
import type { LimitSettings } from '../limits/rules/limits.ts';
import type { ReadSignIn, SignInConfig } from '../people/sign-in/provider-config.ts';
import type { Quotas } from '../projects/rules/quotas.ts';
import { defaultWorkerWindowSeconds } from '../runs/orchestration/worker-window.ts';
import { isTimeZone } from './rules/calendar.ts';
import { STORED_FORMS, type StoredForms } from './store/dynamodb/written-forms.ts';

/**
 * The service's settings. This is the only module that reads the environment (docs/architecture.md#seven-principles).
 */

/** Everything that configures a deployment; read once at start. */
export interface Config extends SignInConfig {
  tableName: string;
  /** Bucket of figures and raw data; empty if objects are stored elsewhere. */
  bucketName: string;
  /** Secrets Manager id of the secret with `seed` and `adminPassword`; undefined on one machine. */
  secretId: string | undefined;
  /** Username of the first system administrator (rule AUTH-12). */
  adminUsername: string;
  /** Time zone of calendar dates, such as that in an execution id (rule TIME-3). */
  calendarTimeZone: string;
  /** Address of the web application, without a trailing slash; empty when unknown. */
  publicUrl: string;
  /** This cell, if projects are divided among several (rule CELL-3); empty if all are here. */
  cell: string;
  /** `dev`, `prod` or `local`. */
  environment: string;
  /** Least severe level that is logged. */
  logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
  /** The forms in which items are written (rule STORE-13). */
  storedForms: StoredForms;
  /** Lifetime of a login token. */
  tokenLifetimeSeconds: number;
  /** Check every answer against its schema, and treat a mismatch as a fault; in tests (rule API-7). */
  strictResponses: boolean;
  /** Share of the answers that are checked otherwise, 0 to 1: a mismatch is logged and counted. */
  responseCheckShare: number;
  /** ARN of the state machine `flow-run`; undefined on one machine, and in functions that do not use it. */
  stateMachineArn: string | undefined;
  /** How long a worker may be silent before its run is ended; on AWS the state machine is deployed with the default. */
  workerWindowSeconds: number;
  /**
   * Where EventBridge Scheduler stores schedules, and its target; undefined on one machine, and where it is not used.
   */
  scheduler: SchedulerConfig | undefined;
  /**
   * Values of the secret header that the distribution adds, the newest first; if there is one, requests that carry none of them
   * are refused (rule AUTH-21). Two while the value is being changed.
   */
  originSecrets: readonly string[];
  /** Quotas of a project (rule PROJ-20). */
  quotas: Quotas;
  /** Whole months before the present one whose task results stay in the table (rule TASK-18); 0 for all. */
  resultsKeptMonths: number;
  /** What each caller may use in a time (rule LIMIT-1). */
  limits: LimitSettings;
  /** Trusted proxies before the service, whose `X-Forwarded-For` is accepted (rule AUTH-21). */
  trustedProxies: Network[];
  /** Private networks that webhooks may reach (rule HOOK-2). */
  webhookNetworks: Network[];
  /** The sender address of e-mails; empty if none are sent (rule MAIL-5). */
  emailSender: string;
  /** Role whose sessions reach one project in the table; empty if the function's own role is used for every project. */
  projectRoleArn: string;
  /** Endpoint of AWS STS in an emulator; empty on AWS. */
  stsEndpoint: string;
  /** Queue for the work of this function; empty if it does all of it itself (rule DEPLOY-42). */
  workQueueUrl: string;
  /** Endpoint of SQS in an emulator; empty on AWS. */
  queueEndpoint: string;
  /** Address of OpenSearch; empty if only the table, or an index in this process, is searched. */
  openSearchEndpoint: string;
  /** Alias of the index of note events there. */
  openSearchAlias: string;
}

/** The settings that EventBridge Scheduler gets with every schedule. */
export interface SchedulerConfig {
  groupName: string;
  functionArn: string;
  roleArn: string;
  deadLetterArn: string;
}

/** Addresses that have their first bits in common. */
export interface Network {
  address: string;
  prefix: number;
}

type Environment = Record<string, string | undefined>;

/** A check takes a twentieth of the time of the largest answers; checking few of them is not noticeable. */
const responseCheckShare = { fallback: 0.01, min: 0, max: 1, isInteger: false };
const workerWindow = { fallback: defaultWorkerWindowSeconds, min: 2, max: 3600 };

const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;

/** The settings of signing in for functions without sign-in. */
const byPasswords: ReadSignIn = () => ({ passwordSignIn: true, provider: undefined });

/**
 * Parses the environment.
 * @param signIn reads how people sign in; only the function for logins needs it.
 * @throws Error that names the variable when one is missing or malformed.
 */
export function loadConfig(env: Environment = process.env, signIn = byPasswords): Config {
  const timeZone = env.CALENDAR_TIMEZONE || 'Asia/Tokyo';
  if (!isTimeZone(timeZone)) throw new Error(`CALENDAR_TIMEZONE '${timeZone}' is not an IANA time zone`);
  const logLevel = (env.LOG_LEVEL || 'INFO').toUpperCase();
  const known = logLevels.find((level) => level === logLevel);
  if (!known) throw new Error(`LOG_LEVEL '${env.LOG_LEVEL}' is not one of ${logLevels.join(', ')}`);
  const forms = env.STORED_FORMS || 'present';
  const storedForms = STORED_FORMS.find((one) => one === forms);
  if (!storedForms) throw new Error(`STORED_FORMS '${forms}' is not one of ${STORED_FORMS.join(', ')}`);
  const publicUrl = (env.PUBLIC_URL ?? '').replace(/\/+$/, '');
  return {
    tableName: tableNameOf(env),
    bucketName: env.BUCKET_NAME ?? '',
    secretId: env.SECRET_ID || undefined,
    adminUsername: env.SERVICE_ADMIN_USERNAME || 'admin',
    calendarTimeZone: timeZone,
    publicUrl,
    cell: cellOf(env.CELL ?? ''),
    environment: env.ENVIRONMENT || 'local',
    logLevel: known,
    storedForms,
    tokenLifetimeSeconds: numberOf(env, 'TOKEN_LIFETIME_SECONDS', { fallback: 12 * 3600, min: 60 }),
    ...signIn(env, publicUrl),
    strictResponses: env.STRICT_RESPONSES === 'true',
    responseCheckShare: numberOf(env, 'RESPONSE_CHECK_SHARE', responseCheckShare),
    stateMachineArn: env.STATE_MACHINE_ARN || undefined,
    workerWindowSeconds: numberOf(env, 'WORKER_WINDOW_SECONDS', workerWindow),
    scheduler: schedulerConfig(env),
    originSecrets: [env.ORIGIN_SECRET, env.ORIGIN_SECRET_PREVIOUS].flatMap((secret) => (secret ? [secret] : [])),
    quotas: { fileBytes: quotaOf(env, 'PROJECT_FILE_BYTES', 50e9), rows: quotaOf(env, 'PROJECT_ROWS', 20e6) },
    resultsKeptMonths: numberOf(env, 'RESULTS_KEPT_MONTHS', { fallback: 0, min: 0 }),
    limits: limitsOf(env),
    trustedProxies: networksOf(env, 'TRUSTED_PROXIES'),
    webhookNetworks: networksOf(env, 'WEBHOOK_NETWORKS'),
    emailSender: emailSender(env.EMAIL_SENDER ?? ''),
    projectRoleArn: env.PROJECT_ROLE_ARN ?? '',
    stsEndpoint: env.AWS_ENDPOINT_URL_STS || env.AWS_ENDPOINT_URL || '',
    workQueueUrl: env.WORK_QUEUE_URL ?? '',
    queueEndpoint: env.AWS_ENDPOINT_URL_SQS || env.AWS_ENDPOINT_URL || '',
    openSearchEndpoint: openSearchEndpoint(env.OPENSEARCH_ENDPOINT ?? ''),
    openSearchAlias: env.OPENSEARCH_ALIAS || 'note-events',
  };
}

/**
 * An empty name is one that a deployment could not resolve; the default is the engine on this machine, never an
 * account.
 */
function tableNameOf({ TABLE_NAME: name, AWS_LAMBDA_FUNCTION_NAME: functionName }: Environment): string {
  if (name === '') throw new Error('TABLE_NAME is empty: it names the table, or is left out on one machine');
  if (name === undefined && functionName !== undefined)
    throw new Error(`TABLE_NAME is missing: the function '${functionName}' has no table`);
  return name ?? 'fiducial';
}

interface NumberRange {
  /** The value if the variable is not set. */
  fallback: number;
  min: number;
  max?: number;
  isInteger?: boolean;
}

function numberOf(env: Environment, name: string, { fallback, min, max, isInteger = true }: NumberRange): number {
  const value = Number(env[name] || fallback);
  // NaN is in no range.
  if (value >= min && value <= (max ?? Number.MAX_SAFE_INTEGER) && (!isInteger || Number.isInteger(value)))
    return value;
  const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
  throw new Error(`${name} '${env[name]}' is not ${isInteger ? 'an integer' : 'a number'} ${range}`);
}

/**
 * The defaults are those of one machine: fifty times what a new table of DynamoDB admits, since turns and not units are
 * scarce there (rule DEPLOY-34). The stacks set every variable.
 */
function limitsOf(env: Environment): LimitSettings {
  const amount = (name: string, fallback: number) => numberOf(env, name, { fallback, min: 0, isInteger: false });
  const share = (name: string, fallback: number) => numberOf(env, name, { fallback, min: 0, max: 1, isInteger: false });
  return {
    tableReadUnits: amount('LIMIT_TABLE_READ_UNITS', 600_000),
    tableWriteUnits: amount('LIMIT_TABLE_WRITE_UNITS', 200_000),
    projectShare: share('LIMIT_PROJECT_SHARE', 0.1),
    userShare: share('LIMIT_USER_SHARE', 0.5),
    startsPerMinute: amount('LIMIT_STARTS_PER_MINUTE', 60_000),
    uploadBytesPerSecond: amount('LIMIT_UPLOAD_BYTES_PER_SECOND', 1e9),
    exportsPerHour: amount('LIMIT_EXPORTS_PER_HOUR', 36_000),
    addressRequestsPerSecond: amount('LIMIT_ADDRESS_REQUESTS_PER_SECOND', 500),
  };
}

/** `0` and `none` mean no quota. */
function quotaOf(env: Environment, name: 'PROJECT_FILE_BYTES' | 'PROJECT_ROWS', fallback: number): number | undefined {
  if (env[name] === '0' || env[name] === 'none') return undefined;
  const value = Number(env[name] || fallback);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${name} '${env[name]}' is neither an integer of 0 or more nor 'none'`);
}

function schedulerConfig(env: Environment): SchedulerConfig | undefined {
  const { SCHEDULE_GROUP: groupName, SCHEDULE_FUNCTION_ARN: functionArn = '' } = env;
  const { SCHEDULE_ROLE_ARN: roleArn = '', SCHEDULE_DEAD_LETTER_ARN: deadLetterArn = '' } = env;
  return groupName ? { groupName, functionArn, roleArn, deadLetterArn } : undefined;
}

/** Addresses and networks, separated by commas: `10.0.0.5, 2001:db8::/32`. */
function networksOf(env: Environment, name: 'TRUSTED_PROXIES' | 'WEBHOOK_NETWORKS'): Network[] {
  const entries = (env[name] ?? '').split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const [address = '', prefix] = entry.split('/');
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const bits = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (bits < 0 || bits > longest)
      throw new Error(`${name} '${entry}' is not an address or a network such as 10.0.0.0/8`);
    return { address, prefix: bits };
  });
}

/** The cell that keeps the accounts; the others have copies of them. */
const homeCell = 'home';

/** Whether accounts are created and changed here (rule CELL-4). */
export const keepsAccounts = ({ cell }: Pick<Config, 'cell'>): boolean => cell === '' || cell === homeCell;

function cellOf(name: string): string {
  if (/^([a-z][a-z0-9-]{0,19})?$/.test(name)) return name;
  throw new Error(`CELL '${name}' is not a name of up to 20 lower-case letters, digits and hyphens`);
}

function openSearchEndpoint(address: string): string {
  if (address === '' || /^https?:$/.test(URL.parse(address)?.protocol ?? '')) return address.replace(/\/+$/, '');
  throw new Error(`OPENSEARCH_ENDPOINT '${address}' is not an address such as http://127.0.0.1:9200`);
}

function emailSender(address: string): string {
  if (address === '' || /^[\w.+-]+@[\w-]+(\.[\w-]+)*$/.test(address)) return address;
  throw new Error(`EMAIL_SENDER '${address}' is not an address such as fiducial@example.com`);
}
