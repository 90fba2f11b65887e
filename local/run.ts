import { rm } from 'node:fs/promises';
import { inspect } from 'node:util';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { collectWhenQuiet } from '#local/collect-when-quiet.ts';
import { checkDatabase } from '#local/data-folder/check-database.ts';
import { claimDataDirectory, type DataDirectory } from '#local/data-folder/data-directory.ts';
import { type LocalSecrets, loadSecrets } from '#local/data-folder/secrets.ts';
import { beginMonth, loadDemo, type MonthProcess } from '#local/demo/demo.ts';
import { isLoadPending } from '#local/demo/load-log.ts';
import { undoLoad } from '#local/demo/undo-load.ts';
import { localClient } from '#local/engine/client.ts';
import { type Engine, externalEngine, openEngine, openServerNotice } from '#local/engine/engine.ts';
import { thisHost } from '#local/engine/host.ts';
import { ensureTable, sweepExpired } from '#local/engine/table.ts';
import { damagedTable } from '#local/health/local-health.ts';
import { startPeriodicJobs } from '#local/periodic-jobs.ts';
import { portProblem } from '#local/ports.ts';
import { RequestsInFlight } from '#local/requests-in-flight.ts';
import { helpText, parseSettings, type Settings, UsageError } from '#local/settings.ts';
import { type Stack, startStack } from '#local/stack.ts';
import { ensureWebBuilt, webOutput } from '#local/website/build.ts';
import { openSite } from '#local/website/static-site.ts';
import { ApiError } from '#shared/api/client.ts';
import { type Config, loadConfig } from '#shared/kernel/config.ts';
import { diskObjects } from '#shared/kernel/objects/disk.ts';
import { signInConfig } from '#shared/people/sign-in/provider-config.ts';
import { forgetTargets } from '#shared/values/store/remembered-targets.ts';

const sweepSeconds = 300;
/** How often days are checked for closing. Less often, since a batch of values for a month takes minutes. */
const closeSeconds = 30;
/** How often due notifications are sent; on AWS every minute. */
const deliverySeconds = 10;
const runSweepSeconds = 60;
const expirySeconds = 3600;

type Environment = Record<string, string | undefined>;

/** How the service ended: by request, or because its engine died. */
export type Ending = 'stopped' | 'engine died';

/**
 * Runs the stack until `stop` is aborted or its engine dies, then closes everything it opened. Rejects if the stack
 * cannot start.
 * @param onReady receives the address once everything has started
 */
export async function run(
  args: readonly string[],
  env: Environment,
  stop: AbortSignal,
  onReady: (url: string) => void = () => undefined,
): Promise<Ending> {
  const settings = parseSettings(args, env);
  if (settings.help) {
    console.log(helpText);
    return 'stopped';
  }
  const stopped = new Promise<undefined>((resolve) => {
    stop.addEventListener('abort', () => resolve(undefined));
  });
  await using resources = new AsyncDisposableStack();
  const engine = await Promise.race([start(settings, env, resources, stop, onReady), stopped]);
  const reason = engine && (await Promise.race([engine.ended, stopped]));
  if (reason === undefined) {
    console.log('Stopping ...');
    return 'stopped';
  }
  console.error(`${reason}\nFiducial cannot work without it and stops.`);
  return 'engine died';
}

/** The terminal message of an error: one line, and all details with LOG_LEVEL=DEBUG. */
export function describeFailure(error: unknown, env: Environment): string {
  const isDetailed = env.LOG_LEVEL?.toUpperCase() === 'DEBUG';
  if (error instanceof UsageError) return isDetailed && error.cause ? inspect(error) : error.message;
  if (isDetailed) return `Fiducial could not start. ${inspect(error, { depth: 5 })}`;
  return `Fiducial could not start: ${reasonOf(error)}. To see the details: LOG_LEVEL=DEBUG npm start`;
}

/** The first line of an error without a full stop; some socket errors have only a code. */
function reasonOf(error: unknown): string {
  const { message = '', code = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const text = message || code || String(error);
  return (text.trim().split('\n')[0] ?? '').replace(/[.:]$/, '');
}

/** Starts everything, beginning with what a person may have to fix; `resources` undoes it in reverse. */
async function start(
  settings: Settings,
  env: Environment,
  resources: AsyncDisposableStack,
  stop: AbortSignal,
  onReady: (url: string) => void,
): Promise<Engine> {
  await checkPort(settings.port);
  const config = loadConfig({ ...env, LOG_LEVEL: env.LOG_LEVEL || 'WARN' }, signInConfig);
  const data = await claimDataDirectory(settings.dataDirectory, { afterCutRestore: settings.reset });
  resources.defer(() => data.release());
  if (settings.reset) {
    await data.reset();
    console.log(`Deleted the data in ${data.path}`);
  }
  const { dynamodbEndpoint } = settings;
  const ended = new AbortController();
  resources.defer(() => ended.abort());
  const table = dynamodbEndpoint
    ? undefined
    : await checkDatabase(data.databaseFile, { signal: ended.signal, log: console.log });
  if (table?.problem !== undefined) throw new UsageError(damagedTable(data.databaseFile, table.problem));
  await ensureWebBuilt((line) => console.log(line), stop);
  const isCut = isLoadPending(data.demoLogFile);
  const month = settings.demo || isCut ? beginMonth() : undefined;
  resources.defer(() => month?.end());
  const secrets = await loadSecrets(data.secretsFile, settings.adminPassword, config.provider?.clientSecretFile);
  const engine = dynamodbEndpoint
    ? externalEngine({ endpoint: dynamodbEndpoint })
    : await openEngine(data, thisHost, console.log);
  resources.defer(() => engine.stop());
  const client = localClient(engine.access, { isFinal: true });
  resources.defer(() => client.destroy());
  const undo = () =>
    undoLoad({
      client,
      tableName: config.tableName,
      objects: diskObjects(data.objectsFolder),
      logFile: data.demoLogFile,
    });
  // First, so that nothing works on half a month.
  if (isCut) await ensureTable(client, config.tableName, engine.databaseFile);
  const isLeft = isCut && (await undo()) === 'undone';
  if (isLeft) console.log('The last start was interrupted while it loaded the demo, which is loaded again');
  const requests = new RequestsInFlight();
  resources.defer(collectWhenQuiet(() => requests.answered, forgetTargets));
  const stack = await startStack({
    engine,
    client,
    config,
    secrets,
    streamsFile: data.streamsFile,
    searchFile: data.searchFile,
    objectsFolder: data.objectsFolder,
    emailsFolder: data.emailsFolder,
    dataFolder: data.path,
    tableCheck: table?.later,
    site: openSite(webOutput),
    port: settings.port,
    requests,
    onError: (error) => console.error(error),
    onWarning: (text) => console.error(`Warning: ${text}`),
  });
  resources.defer(() => stack.close());
  const isWanted = settings.demo || isLeft;
  const loaded =
    month && isWanted ? demo(month, stack, { engine, config, secrets, data, undo, stop }) : Promise.resolve();
  resources.defer(startJobs(stack, client, { tableName: config.tableName, after: loaded, stop }));
  await loaded.finally(() => month?.end());
  if (dynamodbEndpoint) console.warn(openServerNotice(dynamodbEndpoint));
  await printStarted(stack, settings, config, secrets);
  onReady(stack.url);
  return engine;
}

async function checkPort(port: number): Promise<void> {
  const problem = port === 0 ? undefined : await portProblem(port);
  if (problem === 'taken') {
    throw new UsageError(
      `Port ${port} is taken: another program, perhaps another Fiducial, listens on 127.0.0.1:${port}. ` +
        `Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (problem === 'forbidden')
    throw new UsageError(`Port ${port} may not be used by this user. Choose another: PORT=3000`);
}

interface JobsOptions {
  tableName: string;
  /** What the jobs would disturb. */
  after: Promise<unknown>;
  stop: AbortSignal;
}

function startJobs(stack: Stack, client: DynamoDBClient, { tableName, after, stop }: JobsOptions): () => Promise<void> {
  const expire = () => sweepExpired(client, tableName, Math.floor(Date.now() / 1000));
  const trim = () => stack.streams.trim();
  const { closeSpans } = stack;
  // Work that is not finished now is finished after the next start, so that a stop need not wait.
  const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));
  const close = closeSpans && (() => Promise.race([closeSpans(), stopped]));
  return startPeriodicJobs(
    [
      { name: 'Resuming pending work', everySeconds: sweepSeconds, run: stack.sweep },
      ...(close ? [{ name: 'Closing days', everySeconds: closeSeconds, run: close }] : []),
      { name: 'Sending to webhooks and by e-mail', everySeconds: deliverySeconds, run: stack.deliver },
      { name: 'Checking runs', everySeconds: runSweepSeconds, run: stack.sweepRuns },
      { name: 'Deleting expired items', everySeconds: expirySeconds, run: expire },
      { name: 'Deleting old downloads', everySeconds: expirySeconds, run: stack.dropDownloads },
      { name: 'Trimming the stream', everySeconds: sweepSeconds, run: trim },
    ],
    { after, onError: (job, error) => console.error(`${job} failed; it will be retried:`, error) },
  );
}

interface DemoParts {
  engine: Engine;
  config: Config;
  secrets: LocalSecrets;
  data: Pick<DataDirectory, 'objectsFolder' | 'demoLogFile'>;
  /** Removes the loaded part of the demo. */
  undo: () => Promise<unknown>;
  stop: AbortSignal;
}

/** Loads the whole demo or nothing, and reports which. */
async function demo(month: MonthProcess, stack: Stack, { engine, config, secrets, data, undo, stop }: DemoParts) {
  const { objectsFolder, demoLogFile: logFile } = data;
  const hint = `Name ${config.adminUsername}'s current password: SERVICE_ADMIN_PASSWORD=...`;
  const password = secrets.knownPassword();
  if (password === undefined) {
    console.error(`The demo was not loaded: the administrator's password is not stored here. ${hint}`);
    await rm(logFile, { force: true });
    return;
  }
  const seed = Buffer.from(await secrets.seed()).toString('base64');
  const request = { objectsFolder, logFile, seed, password, now: new Date().toISOString() };
  // Consumers start after the load: the result is the same, and the load is faster.
  await stack.streams.hold();
  try {
    const { state } = await loadDemo(month, stack.url, config.adminUsername, engine.access, request);
    console.log(demoMessages[state]);
    // They were created without a running scheduler.
    if (state === 'loaded') await stack.resumeSchedules();
  } catch (error) {
    // The next start begins again.
    if (stop.aborted) throw error;
    month.end();
    if (isLoadPending(logFile) && (await undo()) === 'complete') {
      console.log(demoMessages.loaded);
      await stack.resumeSchedules();
      await stack.streams.release();
      return;
    }
    const how = error instanceof ApiError && error.status === 401 ? hint : 'To try again: npm start -- --demo';
    console.error(`The demo was not loaded: ${reasonOf(error)}. ${how}`);
    if (config.logLevel === 'DEBUG') console.error(error);
  }
  await rm(logFile, { force: true });
  await stack.streams.release();
}

const demoMessages = {
  loaded: 'Loaded the simulated chip DEMO64 with a month of runs, cool-downs and notes',
  present: 'The simulated chip DEMO64 already exists',
  used: 'The demo was not loaded: this service is in use. Start one for it: FIDUCIAL_DATA_DIR=... npm start -- --demo',
};

async function printStarted(stack: Stack, settings: Settings, config: Config, secrets: LocalSecrets): Promise<void> {
  const { url, adminCreated } = stack;
  const engine = settings.dynamodbEndpoint ? `, table ${config.tableName} at ${settings.dynamodbEndpoint}` : '';
  const password = !adminCreated
    ? 'as given or shown at the first start, unless it was changed'
    : settings.adminPassword
      ? 'as given by SERVICE_ADMIN_PASSWORD'
      : `${await secrets.adminPassword()}   (shown only once; kept in ${settings.dataDirectory})`;
  console.log(`
  Address         ${url}
  API             ${url}/api  (reference: ${url}/docs)
  Administrator   ${config.adminUsername}
  Password        ${password}
  Data            ${settings.dataDirectory}${engine}

Fiducial is ready: ${url}`);
}
