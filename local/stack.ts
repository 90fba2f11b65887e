import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
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
import {
  closeServer,
  createGateway,
  type GatewayLimits,
  type GatewayOptions,
  type GroupHandler,
  listen,
} from '#local/gateway/gateway.ts';
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
import type { Config } from '#shared/config.ts';
import { type Group, routeList } from '#shared/contract/routes.ts';
import type { ObjectFolder } from '#shared/domain/runs/artifact-path.ts';
import { mailFolder } from '#shared/email/mail-folder.ts';
import { type DiskObjects, diskObjects } from '#shared/objects/disk.ts';
import type { ScheduleFiring } from '#shared/scheduling/port.ts';
import { verifyAccessToken } from '#shared/services/auth/access-token.ts';
import { sweepPending } from '#shared/services/pending/sweep.ts';
import { sweepQueues } from '#shared/services/run-queue/start-queued.ts';
import { sweepLocks } from '#shared/services/runs/lock/sweep-locks.ts';
import { resumeRuns } from '#shared/services/runs/slices/resume-runs.ts';
import { ensureAdmin } from '#shared/services/users/ensure-admin.ts';
import { consumerFunction, type StreamConsumer, streamConsumers } from '#shared/store/system/stream-consumers.ts';
import type { SecretSource } from '#shared/store/users/secrets.ts';

/** Seconds of one slice of a run: even a run of hours has few state transitions, and nothing waits for its end. */
const sliceSeconds = 30;

const dayMilliseconds = 86_400_000;

export interface StackOptions {
  engine: Pick<Engine, 'databaseFile' | 'access'>;
  client: DynamoDBClient;
  config: Config;
  secrets: SecretSource;
  /** The system's clock unless given. */
  clock?: () => Date;
  /** Folder of figures and raw data. */
  objectsFolder: string;
  /** Folder of e-mails; without it none are written. */
  emailsFolder?: string | undefined;
  /** An execution of the state machine has ended; for whoever measures runs. */
  onRunEnded?: (ended: EndedFlowRun) => void;
  site: StaticSite | undefined;
  /** Who is delivered the table's stream; all there are unless given. */
  consumers?: readonly StreamConsumer[] | undefined;
  /** Keeps what the consumers of the stream have been delivered; without it every start delivers all there is. */
  streamsFile?: string | undefined;
  /** Keeps the index of notes, unless the configuration names an OpenSearch; without it every start builds it anew. */
  searchFile?: string | undefined;
  /** Folder of all of these; without it the disk is not looked at. */
  dataFolder?: string | undefined;
  /** Answers what is wrong with the table's file, where it is still being checked. */
  tableCheck?: Promise<string | undefined> | undefined;
  /** Does the work of a function, known by the name of its group or consumer, or `sweep`; for tests that look at what it does. */
  observe?: <T>(functionName: string, work: () => Promise<T>) => Promise<T>;
  /** The number of requests in flight, for which runs and streams step back; one of its own unless given. */
  requests?: RequestsInFlight;
  /** 0 takes a free one. */
  port: number;
  /** Those that differ from the gateway's own. */
  limits?: Partial<GatewayLimits>;
  onError: (error: unknown) => void;
  /** Told what its operator should know and mend. */
  onWarning?: (text: string) => void;
}

export interface Stack {
  url: string;
  runtime: Runtime;
  /** Whether this start created the first administrator, with the password of the secrets. */
  adminCreated: boolean;
  /** Resumes work that a kill has cut short; what a schedule does on AWS every five minutes. */
  sweep(): Promise<unknown>;
  /** Sends what is due to webhooks and by e-mail; what a schedule does on AWS every minute. */
  deliver(): Promise<unknown>;
  /** Looks after the runs that hold locks; a part of the sweep that may come more often. */
  sweepRuns(): Promise<unknown>;
  /** Closes the days that are over, where the thread of the streams does; a part of the sweep elsewhere. */
  closeSpans: (() => Promise<void>) | undefined;
  /** Deletes what was made to be downloaded, a day after; what a rule of the bucket does on AWS. */
  dropDownloads(): Promise<void>;
  schedules: Timers;
  /** Takes up the schedules that were written past it. */
  resumeSchedules(): Promise<void>;
  /** The delivery of the table's stream to its consumers. */
  streams: Streams;
  /** Takes no more requests, and finishes those, the batches of runs and the deliveries under way. The engine is its owner's to stop. */
  close(): Promise<void>;
}

/**
 * Starts the whole service in this process: table, runtime, first administrator, pending work, and last the gateway,
 * which listens only when it can answer. One stack a process, because the functions share one runtime, as on Lambda.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { client, config, secrets, clock, onError } = options;
  const { databaseFile } = options.engine;
  const disk = options.dataFolder === undefined ? undefined : diskSpace(options.dataFolder);
  stopAbandonedReads(client);
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
  // Known once the gateway listens, and asked for no earlier.
  let gatewayUrl = '';
  const files = openFiles(options, objects, () => config.publicUrl || gatewayUrl);
  const archives = localArchives(objects, options.onError);
  const exports = localExports(() => runtime, objects, options.onError);
  const ports = {
    objects,
    archives,
    exports,
    ...files.ports,
    orchestrator: runs,
    scheduler: schedules,
    health,
    ...(search && { search: search.index }),
    ...revisionsPort(options),
    ...emailPort(options),
  };
  const runtime = createRuntime(config, { client, secrets, ports, ...(clock && { clock }) });
  provideRuntime(runtime);
  await search?.open();
  const adminCreated = await ensureAdmin(contextOf(runtime, 'start'));
  const sweeping = await import('#functions/schedule/sweep.ts');
  // Whoever held a job of the embedded engine died with the process before: nobody's lease is waited for. What cannot
  // be resumed now is tried again later, and is no reason to keep everybody out.
  const ignoreLease = options.engine.databaseFile !== undefined;
  const observe = options.observe ?? ((_, work) => work());
  const starting = { ...contextOf(runtime, 'start'), objects, scheduler: schedules };
  await observe('sweep', () => sweepPending(starting, { ignoreLease })).catch(options.onError);
  // So did the state machine: the runs that it left go on.
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
      const handler = await loadHandler(group);
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
      await sweepLocks(ctx);
      await sweepQueues(ctx);
    });
  const { closeSpans } = delivery;
  const sweep = () => sweeping.sweep({ rollUps: closeSpans === undefined });
  const delivering = await import('#functions/schedule/deliver.ts');
  const deliver = () => observe('deliver', () => delivering.handler());
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

/** A login token that is right names its user; where a request comes from, proxies that are named may say. */
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

/** All writes of an embedded engine pass through this process; others may write to a server. */
function revisionsPort({ engine: { access } }: StackOptions) {
  return isEmbedded(access) && access.writes ? { revisions: access.writes } : {};
}

/** E-mails go to a folder, from a sender that is configured. */
function emailPort({ emailsFolder, config, clock = () => new Date() }: StackOptions) {
  if (emailsFolder === undefined || config.emailSender === '') return {};
  return { email: mailFolder(emailsFolder, config.emailSender, clock) };
}

/** The addresses at which files are written and read, and what answers there. */
function openFiles({ config, clock = () => new Date() }: StackOptions, objects: DiskObjects, baseUrl: () => string) {
  const grants = createGrants(clock);
  const uploads = localUploads({ grants, objects, clock, baseUrl });
  // Without a host where none is configured: whoever is sent there stays with the one that they have reached.
  const downloads = localDownloads({ grants, objects, clock, baseUrl: config.publicUrl });
  const receive: GatewayOptions['receive'] = async (request, response) =>
    (await uploads.receive(request)) ?? downloads.serve(request, response);
  return { ports: { uploads, downloads }, receive };
}

/**
 * The runs have a thread of their own, unless somebody wants to look at their functions or has them believe another
 * time: neither reaches into a thread.
 */
function openRuns(options: StackOptions, requests: RequestsInFlight): FlowRuns {
  const { engine, config, objectsFolder, clock, observe, onRunEnded, onError } = options;
  const callbacks = { onEnded: onRunEnded, onError };
  if (clock || observe)
    return runsInProcess({ sliceSeconds, workerWindowSeconds: config.workerWindowSeconds, ...callbacks }, observe);
  const data = { access: engine.access, config, objectsFolder, sliceSeconds, requests: requests.memory };
  return runsInThread(data, callbacks);
}

/** Schedules fire in this thread, by the function that they call on AWS; it is imported at the first firing. */
function openSchedules({ clock, observe, onError }: StackOptions): Timers {
  const call = async (firing: ScheduleFiring) => {
    const { handler } = await import('#functions/schedule/start-scheduled.ts');
    await handler(firing);
  };
  return createTimers({
    clock: clock ?? (() => new Date()),
    deliver: (firing) => (observe ? observe('start-scheduled', () => call(firing)) : call(firing)),
    onError,
  });
}

/**
 * The consumers have a thread of their own under the same conditions as the runs, and where what they keep is in files: two
 * threads do not share a database in memory. There the roll-ups are made as well.
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

/** Imports a group's function at its first request, as Lambda does; Node keeps what it has imported. */
async function loadHandler(group: Group): Promise<GroupHandler> {
  const module: { handler: GroupHandler } = await import(`../functions/api/${group}/index.ts`);
  return module.handler;
}
