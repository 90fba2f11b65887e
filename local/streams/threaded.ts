import { Worker } from 'node:worker_threads';
import { accessForThread } from '#local/engine/channel.ts';
import type { Engine } from '#local/engine/engine.ts';
import type { OtherReader } from '#local/search/keep-search.ts';
import type { FromStreamsThread, StreamsCalls, StreamsThreadData, ToStreamsThread } from './messages.ts';
import type { Streams } from './streams.ts';

/** Memory limit of the thread. A page of the stream, a page of samples and the roll-ups of a day need a tenth of it. */
const threadMegabytes = 384;

/** The part for new objects, for the reason in `local/runs/threaded.ts`; this thread does less at a time. */
const youngMegabytes = 24;

/** Pause before a dead thread is replaced by one that continues from its cursors; longer if that one dies too. */
const restartMilliseconds = 1_000;
const maxRestartMilliseconds = 30_000;

/** A pending call to a thread. */
interface Waiting {
  resolve(response: never): void;
  reject(error: Error): void;
}

/** The delivery in its own thread, which also makes the roll-ups of past days. */
export interface ThreadedStreams extends Streams, OtherReader {
  closeSpans(): Promise<void>;
}

export interface ThreadedStreamsOptions {
  onError(error: Error): void;
  /** Receives notices for the operator that are not failures. */
  onNotice(notice: string): void;
  /** Receives SQLite's message that the index of notes is damaged. */
  onSearchDamage(problem: string): void;
}

/**
 * Delivers the table's stream in a separate thread. If the thread dies, another one continues from the cursors; the API
 * is not affected.
 */
export function streamsInThread(
  {
    engine,
    ...data
  }: Omit<StreamsThreadData, 'engine' | 'isSearchOpen'> & {
    engine: Pick<Engine, 'access' | 'databaseFile'>;
  },
  { onError, onNotice, onSearchDamage }: ThreadedStreamsOptions,
): ThreadedStreams {
  const waiting = new Map<number, Waiting>();
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  let calls = 0;
  let alive = false;
  let isSearchOpen = true;
  let problem: string | undefined;
  let pause = restartMilliseconds;

  const onMessage = (message: FromStreamsThread) => {
    if (message.kind === 'error') return onError(new Error(message.text));
    if (message.kind === 'notice') return onNotice(message.text);
    if (message.kind === 'search-damaged') return onSearchDamage(message.text);
    if (message.kind === 'problem') {
      problem = message.text;
      if (problem === undefined) pause = restartMilliseconds;
      return;
    }
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'response') one?.resolve(message.response as never);
    else one?.reject(new Error(message.text));
  };
  const begin = (): Worker => {
    const { access, transfer } = accessForThread(engine.access);
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      name: 'streams',
      workerData: { ...data, isSearchOpen, engine: { ...engine, access } } satisfies StreamsThreadData,
      transferList: transfer,
      resourceLimits: { maxOldGenerationSizeMb: threadMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
    });
    alive = true;
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.once('exit', (code) => {
      alive = false;
      for (const { reject } of waiting.values()) reject(new Error(`The stream thread ended with code ${code}`));
      waiting.clear();
      if (stopping) return;
      problem = 'The thread that delivers records has ended and is restarted';
      restart = setTimeout(() => {
        thread = begin();
      }, pause);
      pause = Math.min(maxRestartMilliseconds, 2 * pause);
    });
    return worker;
  };
  let thread = begin();
  const ask = <Call extends keyof StreamsCalls>(call: Call): Promise<StreamsCalls[Call]> =>
    new Promise((resolve, reject) => {
      if (!alive) throw new Error('Restarting the stream thread');
      calls += 1;
      waiting.set(calls, { resolve, reject });
      const message: ToStreamsThread = { id: calls, call };
      thread.postMessage(message);
    });

  return {
    settle: async () => ask('settle'),
    deadLetters: () => ask('deadLetters'),
    trim: () => ask('trim'),
    problem: () => problem,
    suspendSearch: async () => {
      isSearchOpen = false;
      // A thread that has ended has closed the file, and the next one leaves it closed.
      if (alive) await ask('suspendSearch').catch(() => undefined);
    },
    resumeSearch: async () => {
      isSearchOpen = true;
      if (alive) await ask('resumeSearch').catch(onError);
    },
    closeSpans: async () => ask('closeSpans'),
    hold: async () => ask('hold'),
    release: async () => ask('release'),
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      if (alive) await ask('stop').catch(onError);
      await thread.terminate();
    },
  };
}
