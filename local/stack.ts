import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { loadGroup } from '#functions/groups.ts';
import { contextOf, createRuntime, provideRuntime, type Runtime } from '#functions/runtime.ts';
import { localArchives } from '#local/archives/archives.ts';
import { localExports } from '#local/archives/exports.ts';
import { isEmbedded } from '#local/engine/access.ts';
import type { Engine } from '#local/engine/engine.ts';
import { explainFailures } from '#local/engine/failed-writes.ts';
import { stopAbandonedReads } from '#local/engine/stop-reads.ts';
import { ensureTable } from '#local/engine/table.ts';
import { Callers } from '#local/gateway/callers.ts';
import { addressReader } from '#local/gateway/client-address.ts';
import { closeServer, createGateway, type GatewayLimits, type GatewayOptions, listen } from '#local/gateway/gateway.ts';
import { localDownloads } from '#local/gateway/objects/downloads.ts';
import { createGrants } from '#local/gateway/objects/grants.ts';
import { localUploads } from '#local/gateway/objects/uploads.ts';
import { diskSpace } from '#local/health/disk-space.ts';
import { localHealth } from '#local/health/local-health.ts';
import { RequestsInFlight } from '#local/requests-in-flight.ts';
import { type FlowRuns, runsInProcess } from '#local/runs/flow-runs.ts';
import type { EndedFlowRun } from '#local/runs/machine.ts';
import { runsInThread } from '#local/runs/threaded.ts';
import { resumeSchedules } from '#local/schedules/resume-schedules.ts';
import { createTimers, type Timers } from '#local/schedules/timers.ts';
import { keepSearch } from '#local/search/keep-search.ts';
import { callConsumer } from '#local/streams/consumers.ts';
import { type Streams, startStreams } from '#local/streams/streams.ts';
import { streamsInThread, type ThreadedStreams } from '#local/streams/threaded.ts';
import type { StaticSite } from '#local/website/static-site.ts';
import { routeList } from '#shared/api/routes.ts';
import type { Config } from '#shared/kernel/config.ts';
import { type DiskObjects, diskObjects } from '#shared/kernel/objects/disk.ts';
import { countUnits } from '#shared/kernel/store/dynamodb/count-units.ts';
import {
  consumerFunction,
  type StreamConsumer,
  streamConsumers,
} from '#shared/kernel/store/system/stream-consumers.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { mailFolder } from '#shared/notifications/email/mail-folder.ts';
import type { SecretSource } from '#shared/people/store/secret-source.ts';
import { verifyAccessToken } from '#shared/people/verbs/auth/access-token.ts';
import { ensureAdmin } from '#shared/people/verbs/ensure-admin.ts';
import type { ObjectFolder } from '#shared/runs/rules/artifact-path.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { sweepQueues } from '#shared/runs/verbs/queue/start-queued.ts';
import { resumeRuns } from '#shared/runs/verbs/slices/resume-runs.ts';
import type { ScheduleFiring } from '#shared/schedules/scheduling/port.ts';
import { apart } from '#shared/work/verbs/apart.ts';

/**
 * Seconds of one slice of a run: even a run of hours has few state transitions, and nothing waits for the end of a
 * slice.
 */
const sliceSeconds = 30;

const dayMilliseconds = 86_400_000;

export interface StackOptions {
  engine: Pick<Engine, 'databaseFile' | 'access'>;
  client: DynamoDBClient;
  config: Config;
  secrets: SecretSource;
  /** The system's clock by default. */
  clock?: () => Date;
  /** Folder of figures and raw data. */
  objectsFolder: string;
  /** Folder of e-mails; without it none are written. */
  emailsFolder?: string | undefined;
  /** Called when an execution has ended; for measuring runs. */
  onRunEnded?: (ended: EndedFlowRun) => void;
  site: StaticSite | undefined;
  /** Consumers of the table's stream; all by default. */
  consumers?: readonly StreamConsumer[] | undefined;
  /** File of the consumers' positions; without it every start delivers the whole stream. */
  streamsFile?: string | undefined;
  /** File of the notes index, unless an OpenSearch is configured; without it every start rebuilds the index. */
  searchFile?: string | undefined;
  /** Folder of all these files; without it the disk is not monitored. */
  dataFolder?: string | undefined;
  /** Resolves with the problem of the table's file, if the check still runs. */
  tableCheck?: Promise<string | undefined> | undefined;
  /** Wraps the work of a function, identified by its group or consumer, or `sweep`; for tests that inspect it. */
  observe?: <T>(functionName: string, work: () => Promise<T>) => Promise<T>;
  /** The number of requests in progress, to which runs and streams yield; a private one by default. */
  requests?: RequestsInFlight;
  /** 0 picks a free port. */
  port: number;
  /** Overrides of the gateway's limits. */
  limits?: Partial<GatewayLimits>;
  onError: (error: unknown) => void;
  /** Receives warnings that the operator should act on. */
  onWarning?: (text: string) => void;
}

export interface Stack {
  url: string;
  runtime: Runtime;
  /** Whether this start created the first administrator with the generated password. */
  adminCreated: boolean;
  /** Resumes work that a kill has interrupted; on AWS a schedule does so every five minutes. */
  sweep(): Promise<unknown>;
  /** Sends due notifications to webhooks and by e-mail; on AWS a schedule does so every minute. */
  deliver(): Promise<unknown>;
  /** Checks the runs that hold locks; a part of the sweep that may run more often. */
  sweepRuns(): Promise<unknown>;
  /** Closes past days, if the streams' thread does so; otherwise it is part of the sweep. */
  closeSpans: (() => Promise<void>) | undefined;
  /** Deletes files made for download after a day; on AWS the bucket's life cycle does so. */
  dropDownloads(): Promise<void>;
  schedules: Timers;
  /** Loads the schedules that were written directly to the table. */
  resumeSchedules(): Promise<void>;
  /** Delivers the table's stream to its consumers. */
  streams: Streams;
  /**
   * Accepts no more requests, and finishes running requests, batches and deliveries. The engine's owner stops the
   * engine.
   */
  close(): Promise<void>;
}

/**
 * Starts the whole service in this process: table, runtime, first administrator, pending work, and finally the gateway,
 * which listens only once it can answer. One stack per process, because the functions share one runtime, as on Lambda.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { client, config, secrets, clock, onError } = options;
  const { databaseFile } = options.engine;
  const disk = options.dataFolder === undefined ? undefined : diskSpace(options.dataFolder);
  stopAbandonedReads(client);
  countUnits(client, { reportsWrites: !isEmbedded(options.engine.access) });
  explainFailures(client, { disk, onDamage: (problem) => health.tableDamaged(problem) });
  let streams: (Streams & Partial<ThreadedStreams>) | undefined;
  const search =
    config.openSearchEndpoint === ''
      ? keepSearch({ file: options.searchFile ?? ':memory:', db: () => runtime.db, log: onError })
      : undefined;
  const health = localHealth({
    ...{ databaseFile, disk, log: onError, db: () => runtime.db },
    streamsProblem: () => streams?.problem(),
    searchProblem: search && (() => search.problem()),
  });
  void options.tableCheck?.then((found) => found && health.tableDamaged(found), onError);
  await ensureTable(client, config.tableName, databaseFile);
  const requests = options.requests ?? new RequestsInFlight();
  const runs = openRuns(options, requests);
  const schedules = openSchedules(options);
  const objects = diskObjects(options.objectsFolder);
  await objects.clearUnfinished();
  // Known once the gateway listens, and not used earlier.
  let gatewayUrl = '';
  const files = openFiles(options, objects, () => config.publicUrl || gatewayUrl);
  const archives = localArchives(objects, options.onError);
  const exports = localExports(() => runtime, objects, options.onError);
  const revisions = revisionsPort(options);
  const ports = {
    objects,
    archives,
    exports,
    ...files.ports,
    orchestrator: runs,
    scheduler: schedules,
    health,
    ...(search && { search: search.index }),
    ...revisions,
    ...emailPort(options),
  };
  const changesRevisions = !('revisions' in revisions);
  const runtime = createRuntime(config, { client, secrets, ports, changesRevisions, ...(clock && { clock }) });
  provideRuntime(runtime);
  await search?.open();
  const adminCreated = await ensureAdmin(contextOf(runtime, 'start'));
  const sweeping = await import('#functions/scheduled/sweep.ts');
  // With an embedded engine, any job holder died with the previous process, so leases need not expire first. Work that
  // cannot be resumed now is retried later, and does not prevent the start.
  const ignoreLease = options.engine.databaseFile !== undefined;
  const observe = options.observe ?? ((_, work) => work());
  const starting = { ...contextOf(runtime, 'start'), objects, scheduler: schedules };
  await observe('sweep', () => sweepPending(starting, { ignoreLease })).catch(options.onError);
  // The state machine ended too, so its runs are resumed.
  if (ignoreLease) await resumeRuns({ ...contextOf(runtime, 'start'), orchestrator: runs }).catch(options.onError);
  streams = await openStreams(options, requests, (problem) => search?.damaged(problem));
  const delivery = streams;
  if ('suspendSearch' in delivery) search?.sharedWith(delivery as ThreadedStreams);
  const stopStreams = async () => {
    const stopped = delivery.stop();
    search?.index.end();
    await stopped;
    await search?.close();
  };
  const server = createGateway({
    routes: routeList,
    handlerOf: async (group) => {
      const handler = await loadGroup(group);
      return (event, context) => observe(group, () => handler(event, context));
    },
    callers: openCallers(options, runtime),
    site: options.site,
    receive: files.receive,
    requests,
    onError: options.onError,
    ...(options.limits && { limits: options.limits }),
  });
  const resume = () => resumeSchedules(contextOf(runtime, 'start'), schedules);
  await resume().catch(options.onError);
  const url = await listen(server, options.port).catch(async (error: unknown) => {
    await schedules.close();
    await runs.close();
    await stopStreams();
    throw error;
  });
  gatewayUrl = url;
  // After the service listens: it takes a second.
  runs.prepare?.();
  const close = async () => {
    await closeServer(server);
    await archives.settled();
    await exports.settled();
    await schedules.close();
    await runs.close();
    await stopStreams();
  };
  const sweepRuns = () =>
    observe('sweep', async () => {
      const ctx = { ...contextOf(runtime, 'runs'), orchestrator: runs };
      await apart(ctx, [
        { name: 'locks', work: () => sweepLocks(ctx) },
        { name: 'queues', work: () => sweepQueues(ctx) },
      ]);
    });
  const { closeSpans } = delivery;
  const sweep = () => sweeping.sweep({ rollUps: closeSpans === undefined });
  const delivering = await import('#functions/scheduled/deliver.ts');
  const deliver = () => observe('deliver', () => delivering.deliver());
  const now = clock ?? (() => new Date());
  const dropDownloads = () =>
    objects.deleteWrittenBefore('downloads' satisfies ObjectFolder, new Date(now().getTime() - dayMilliseconds));
  return {
    url,
    runtime,
    adminCreated,
    sweep,
    sweepRuns,
    closeSpans,
    deliver,
    dropDownloads,
    schedules,
    resumeSchedules: resume,
    streams: delivery,
    close,
  };
}

/** A valid login token identifies its user; configured proxies may state the client's address. */
function openCallers({ config, onWarning = () => undefined }: StackOptions, runtime: Runtime): Callers {
  return new Callers({
    userOfLogin: async (token) =>
      verifyAccessToken(contextOf(runtime, 'caller'), token).then(
        ({ userId }) => userId,
        () => undefined,
      ),
    addressOf: addressReader(config.trustedProxies, onWarning),
  });
}

/** All writes of an embedded engine pass through this process; an external server may have other writers. */
function revisionsPort({ engine: { access } }: StackOptions) {
  return isEmbedded(access) && access.writes ? { revisions: access.writes } : {};
}

/** E-mails go to a folder, if a sender is configured. */
function emailPort({ emailsFolder, config, clock = () => new Date() }: StackOptions) {
  if (emailsFolder === undefined || config.emailSender === '') return {};
  return { email: mailFolder(emailsFolder, config.emailSender, clock) };
}

/** The addresses for uploads and downloads, and their handlers. */
function openFiles({ config, clock = () => new Date() }: StackOptions, objects: DiskObjects, baseUrl: () => string) {
  const grants = createGrants(clock, config.cell);
  const uploads = localUploads({ grants, objects, clock, baseUrl });
  // Without a configured host the addresses are relative, so callers stay on the host that they used.
  const downloads = localDownloads({ grants, objects, clock, baseUrl: config.publicUrl });
  const receive: GatewayOptions['receive'] = async (request, response) =>
    (await uploads.receive(request)) ?? downloads.serve(request, response);
  return { ports: { uploads, downloads }, receive };
}

/**
 * Runs have their own thread, unless a test observes their functions or sets the clock, neither of which works across
 * threads.
 */
function openRuns(options: StackOptions, requests: RequestsInFlight): FlowRuns {
  const { engine, config, objectsFolder, clock, observe, onRunEnded, onError } = options;
  const callbacks = { onEnded: onRunEnded, onError };
  if (clock || observe)
    return runsInProcess({ sliceSeconds, workerWindowSeconds: config.workerWindowSeconds, ...callbacks }, observe);
  const data = { access: engine.access, config, objectsFolder, sliceSeconds, requests: requests.memory };
  return runsInThread(data, callbacks);
}

/** Schedules fire in this thread through the same function as on AWS; it is imported at the first firing. */
function openSchedules({ clock, observe, onError }: StackOptions): Timers {
  const call = async (firing: ScheduleFiring) => {
    const { handler } = await import('#functions/scheduled/start-scheduled.ts');
    await handler(firing);
  };
  return createTimers({
    clock: clock ?? (() => new Date()),
    deliver: (firing) => (observe ? observe('start-scheduled', () => call(firing)) : call(firing)),
    onError,
  });
}

/**
 * The consumers have their own thread under the same conditions as runs, and only if their state is in files, since
 * threads cannot share a database in memory. That thread also makes the roll-ups.
 */
async function openStreams(
  options: StackOptions,
  requests: RequestsInFlight,
  onSearchDamage: (problem: string) => void,
): Promise<Streams & Partial<ThreadedStreams>> {
  const {
    engine,
    client,
    config,
    consumers = streamConsumers,
    observe,
    clock,
    streamsFile,
    searchFile,
    onError,
  } = options;
  const inFiles = streamsFile !== undefined && (searchFile !== undefined || config.openSearchEndpoint !== '');
  if (inFiles && !clock && !observe && !options.consumers)
    return streamsInThread(
      {
        engine: { access: engine.access, databaseFile: engine.databaseFile },
        config,
        stateFile: streamsFile,
        searchFile: config.openSearchEndpoint === '' ? searchFile : undefined,
        dataFolder: options.dataFolder,
        requests: requests.memory,
      },
      { onError, onNotice: onError, onSearchDamage },
    );
  return startStreams({
    engine,
    client,
    tableName: config.tableName,
    consumers,
    handlerOf: (consumer) => (event) =>
      observe
        ? observe(consumerFunction(consumer), () => callConsumer(consumer, event))
        : callConsumer(consumer, event),
    stateFile: streamsFile,
    onError,
    onNotice: onError,
  });
}
