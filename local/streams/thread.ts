import { parentPort, workerData } from 'node:worker_threads';
import { contextOf, createRuntime, provideRuntime } from '#functions/runtime.ts';
import { collectWhenQuiet } from '#local/collect-when-quiet.ts';
import { damageOf } from '#local/data-folder/database-damage.ts';
import { isEmbedded } from '#local/engine/access.ts';
import { accessInThread } from '#local/engine/channel.ts';
import { localClient } from '#local/engine/client.ts';
import { mostMilliseconds, stepBack } from '#local/engine/step-back.ts';
import { diskSpace } from '#local/health/disk-space.ts';
import { RequestsInFlight } from '#local/requests-in-flight.ts';
import { GuardedSearch } from '#local/search/guarded-search.ts';
import { countUnits } from '#shared/kernel/store/dynamodb/count-units.ts';
import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { untilOf } from '#shared/kernel/verbs/for-each-in-time.ts';
import { noSecrets } from '#shared/people/store/secret-source.ts';
import { EmbeddedSearch } from '#shared/search/index/embedded.ts';
import { forgetTargets } from '#shared/values/store/remembered-targets.ts';
import { closeDays } from '#shared/values/verbs/days/close-days.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { apart } from '#shared/work/verbs/apart.ts';
import { callConsumer } from './consumers.ts';
import type { FromStreamsThread, StreamsCalls, StreamsThreadData, ToStreamsThread } from './messages.ts';
import { type Streams, startStreams } from './streams.ts';

/* The thread that reads the stream and makes roll-ups, so that neither blocks an API request. */

const { engine, config, stateFile, searchFile, isSearchOpen, dataFolder, requests } = workerData as StreamsThreadData;
const access = accessInThread(engine.access);
const client = localClient(access, { isFinal: true });
countUnits(client, { reportsWrites: !isEmbedded(access) });
const inFlight = new RequestsInFlight(requests);
collectWhenQuiet(stepBack(client, inFlight), forgetTargets);
const send = (message: FromStreamsThread) => parentPort?.postMessage(message);
const search =
  searchFile === undefined
    ? undefined
    : new GuardedSearch({ search: () => Promise.reject(new Error('No consumer searches')) }, (text) =>
        send({ kind: 'search-damaged', text }),
      );
const openSearch = () => {
  if (searchFile === undefined) return;
  try {
    search?.resume(new EmbeddedSearch(searchFile));
  } catch (error) {
    const problem = damageOf(error);
    if (problem === undefined) throw error;
    send({ kind: 'search-damaged', text: problem });
  }
};
if (isSearchOpen) openSearch();
const disk = dataFolder === undefined ? undefined : diskSpace(dataFolder);
const ports = { ...(search && { search }) };
const changesRevisions = !isEmbedded(access);
const runtime = createRuntime(config, { client, secrets: noSecrets, ports, changesRevisions });
provideRuntime(runtime);

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Time limits for closing days and for the work that follows; the rest is done at the next turn. */
const closeSeconds = 60;

const starting = startStreams({
  engine: { access, databaseFile: engine.databaseFile },
  client,
  tableName: config.tableName,
  consumers: streamConsumers,
  handlerOf: (consumer) => (event) => callConsumer(consumer, event),
  stateFile,
  stepBack: () => inFlight.none(mostMilliseconds),
  ...(disk && { isBlocked: async () => (await disk.probe()) !== undefined }),
  onError: (error) => send({ kind: 'error', text: textOf(error) }),
  onNotice: (text) => send({ kind: 'notice', text }),
  onProblem: (text) => send({ kind: 'problem', text }),
});
starting.then(
  () => send({ kind: 'problem', text: undefined }),
  (error: unknown) => {
    // Ends the thread; another one starts.
    throw error;
  },
);

const calls: { [Call in keyof StreamsCalls]: (streams: Streams) => Promise<StreamsCalls[Call]> } = {
  settle: async (streams) => {
    await streams.settle();
    return undefined;
  },
  deadLetters: (streams) => streams.deadLetters(),
  trim: (streams) => streams.trim(),
  closeSpans: async () => {
    const ctx = contextOf(runtime, 'days');
    await apart(ctx, [
      { name: 'days', work: () => closeDays(ctx, untilOf(ctx, closeSeconds)) },
      { name: 'spans', work: () => closeSpans(ctx, untilOf(ctx, closeSeconds)) },
    ]);
    return undefined;
  },
  suspendSearch: async () => {
    search?.suspend();
    return undefined;
  },
  resumeSearch: async () => {
    openSearch();
    return undefined;
  },
  hold: async (streams) => {
    await streams.hold();
    return undefined;
  },
  release: async (streams) => {
    await streams.release();
    return undefined;
  },
  stop: async (streams) => {
    const stopped = streams.stop();
    search?.end();
    await stopped;
    search?.suspend();
    client.destroy();
    return undefined;
  },
};

parentPort?.on('message', ({ id, call }: ToStreamsThread) => {
  starting
    .then((streams): Promise<unknown> => calls[call](streams))
    .then(
      (response) => send({ kind: 'response', id, response }),
      (error: unknown) => send({ kind: 'failed', id, text: textOf(error) }),
    );
});
