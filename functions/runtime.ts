import type { DynamoDBClient, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { type Config, loadConfig } from '#shared/kernel/config.ts';
import type { Context } from '#shared/kernel/context.ts';
import type { ArchiveMaker, ExportMaker } from '#shared/kernel/objects/archive-maker.ts';
import type { DownloadAddresses } from '#shared/kernel/objects/downloads.ts';
import type { ObjectStore } from '#shared/kernel/objects/port.ts';
import type { UploadAddresses } from '#shared/kernel/objects/uploads.ts';
import { createLog, type Log } from '#shared/kernel/observability.ts';
import type { HealthSource } from '#shared/kernel/service-health/port.ts';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { countUnits } from '#shared/kernel/store/dynamodb/count-units.ts';
import { type Database, openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { keptDatabases, oneDatabase, type ProjectDatabases } from '#shared/kernel/store/dynamodb/project-databases.ts';
import { projectSessions } from '#shared/kernel/store/dynamodb/project-sessions.ts';
import { writeForms } from '#shared/kernel/store/dynamodb/written-forms.ts';
import { revisionChanges } from '#shared/kernel/store/revisions.ts';
import type { ChatPoster } from '#shared/notifications/chat/port.ts';
import type { EmailSender } from '#shared/notifications/email/port.ts';
import type { WebhookSender } from '#shared/notifications/webhooks/port.ts';
import type { ReadSignIn } from '#shared/people/sign-in/provider-config.ts';
import { noSecrets, type SecretSource } from '#shared/people/store/secret-source.ts';
import type { Orchestrator } from '#shared/runs/orchestration/port.ts';
import type { Scheduler } from '#shared/schedules/scheduling/port.ts';
import type { SearchIndex } from '#shared/search/index/port.ts';
import type { WorkQueue } from '#shared/work/queue/port.ts';

/** What lives as long as the process: made once at a Lambda's cold start, or given by the local stack and the tests. */
export interface Runtime {
  config: Config;
  client: DynamoDBClient;
  db: Database;
  projects: ProjectDatabases;
  secrets: SecretSource;
  clock: () => Date;
  log: Log;
  ports: Ports;
}

/**
 * What only some functions use. Given by the local stack and the tests; where one is missing, `functions/ports.ts` makes
 * the adapter for AWS, so that a function which does not use it does not carry its SDK client.
 */
export interface Ports {
  orchestrator?: Orchestrator;
  objects?: ObjectStore;
  uploads?: UploadAddresses;
  downloads?: DownloadAddresses;
  archives?: ArchiveMaker;
  exports?: ExportMaker;
  search?: SearchIndex;
  scheduler?: Scheduler;
  webhooks?: WebhookSender;
  email?: EmailSender;
  chat?: ChatPoster;
  health?: HealthSource;
  workQueue?: WorkQueue;
  /** Numbers the writes of each project and user, where all of them pass by. */
  revisions?: { revisionOf(projectId: string): number; revisionOfUser(userId: string): number };
}

let secretSource = (_secretId: string, _clientSecretId?: string): SecretSource => noSecrets;

/** Says how this function reads the service's secret: only those that may read it carry the client for it. */
export function readSecretsBy(source: (secretId: string, clientSecretId?: string) => SecretSource): void {
  secretSource = source;
}

let signIn: ReadSignIn | undefined;

/** Says how this function reads by what people sign in: only that of logins carries it. */
export function readSignInBy(read: ReadSignIn): void {
  signIn = read;
}

/** Middlewares are not added to the client later, so they are ordered once and not for each request. */
const asItStands = { cacheMiddleware: true };

/** A client that counts the units of each request, for the limits of callers. */
function countedClient(credentials?: DynamoDBClientConfig['credentials']): DynamoDBClient {
  const client = createDynamoDbClient({ ...asItStands, ...(credentials && { credentials }) });
  countUnits(client);
  return client;
}

/** The table by credentials of each project, which this function's own role is traded for. */
function isolatedDatabases(
  { projectRoleArn: roleArn, stsEndpoint: endpoint }: Config,
  { config: { region, credentials } }: DynamoDBClient,
  open: (client: DynamoDBClient) => Database,
): ProjectDatabases {
  const session = projectSessions({ roleArn, endpoint, region, credentials });
  return keptDatabases((projectId) => open(countedClient(session(projectId))));
}

/** The parts of a runtime, and whether its writes change revisions in the table; by default on AWS. */
type Given = Partial<Omit<Runtime, 'config' | 'db' | 'projects'>> & { changesRevisions?: boolean };

/** Makes a runtime; whatever is not given comes from the configuration. */
export function createRuntime(config: Config, given: Given = {}): Runtime {
  const client = given.client ?? countedClient();
  const clock = given.clock ?? (() => new Date());
  const log = given.log ?? createLog(config);
  writeForms(config.storedForms);
  const onError = (error: unknown) => log.warn('revision not changed', { reason: String(error) });
  const open = (by: DynamoDBClient): Database => {
    const db = openDatabase(by, config.tableName);
    return (given.changesRevisions ?? !given.client) ? { ...db, written: revisionChanges(db, { clock, onError }) } : db;
  };
  const db = open(client);
  return {
    config,
    client,
    db,
    projects: given.client || config.projectRoleArn === '' ? oneDatabase(db) : isolatedDatabases(config, client, open),
    secrets:
      given.secrets ?? (config.secretId ? secretSource(config.secretId, config.provider?.clientSecretId) : noSecrets),
    clock,
    log,
    ports: given.ports ?? {},
  };
}

let current: Runtime | undefined;

/** Uses a runtime made elsewhere: the local stack's or a test's. */
export function provideRuntime(runtime: Runtime): void {
  current = runtime;
}

export function runtime(): Runtime {
  current ??= createRuntime(loadConfig(process.env, signIn));
  return current;
}

/** A verb's context for one request or job. */
export function contextOf({ db, config, secrets, clock, log }: Runtime, requestId: string): Context {
  return { db, config, secrets, clock, log, requestId };
}
