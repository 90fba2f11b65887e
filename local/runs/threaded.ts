import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EngineAccess } from '#local/engine/access.ts';
import { accessForThread } from '#local/engine/channel.ts';
import type { FlowRuns, FlowRunsOptions } from '#local/runs/flow-runs.ts';
import type { FromRunsThread, RunsThreadData, ToRunsThread } from '#local/runs/messages.ts';
import { RunStates } from '#local/runs/run-states.ts';
import type { FlowRunInput } from '#shared/runs/orchestration/port.ts';

/** Memory limit of the thread. A slice needs a tenth of it, and a runaway one must not take down the service. */
const threadMegabytes = 768;

/**
 * The part for new objects. V8 uses three half-spaces, up to 192 MB if available, and never returns them. A batch needs
 * a third of this, so hardly any object grows old (docs/performance.md#memory-on-one-machine).
 */
const youngMegabytes = 48;

/** How long a running batch may take to end when the stack stops. */
const closeGraceMilliseconds = 10_000;

/**
 * Executes runs in a separate thread, which starts with `prepare` or with the first run. If the thread dies, its runs have
 * failed and the next run gets a new thread; the API continues.
 */
export function runsInThread(
  { access, ...data }: Omit<RunsThreadData, 'access'> & { access: EngineAccess },
  options: Omit<FlowRunsOptions, 'sliceSeconds'>,
): FlowRuns {
  const states = new RunStates();
  let thread: Worker | undefined;
  let closing = false;

  const onMessage = (message: FromRunsThread) => {
    if (message.kind === 'start') start(message.input);
    if (message.kind === 'error') options.onError(new Error(message.text));
    if (message.kind !== 'ended') return;
    states.end(message.ended.flowRunId, message.ended.state);
    options.onEnded?.(message.ended);
  };
  const start = (input: FlowRunInput) => {
    if (!closing && states.begin(input.flow_run_id)) send({ kind: 'start', input });
  };
  const begin = (): Worker => {
    const sent = accessForThread(access);
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      name: 'runs',
      workerData: { ...data, access: sent.access } satisfies RunsThreadData,
      transferList: sent.transfer,
      resourceLimits: { maxOldGenerationSizeMb: threadMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
    });
    worker.on('message', onMessage);
    worker.on('error', options.onError);
    worker.once('exit', (code) => {
      if (thread === worker) thread = undefined;
      if (!closing) states.endAll({ status: 'failed', reason: `The run thread ended with code ${code}` });
    });
    return worker;
  };
  const send = (message: ToRunsThread) => {
    thread ??= begin();
    thread.postMessage(message);
  };
  const untilClosed = async (ending: Worker) => {
    send({ kind: 'close' });
    const closed = new Promise<void>((resolve) => {
      ending.on('message', (message: FromRunsThread) => message.kind === 'closed' && resolve());
    });
    await Promise.race([closed, once(ending, 'exit'), sleep(closeGraceMilliseconds, undefined, { ref: false })]);
  };

  return {
    prepare: () => {
      if (!closing) send({ kind: 'prepare' });
    },
    start: async (input) => {
      if (closing) throw new Error('The service is stopping');
      start(input);
    },
    describe: async (flowRunId) => states.of(flowRunId),
    failToken: async (token, error, cause) => {
      // Without a thread, nothing waits.
      if (thread) send({ kind: 'fail-token', token, error, cause });
    },
    completeToken: async (token, output) => {
      if (thread) send({ kind: 'complete-token', token, output });
    },
    heartbeat: async (token) => {
      if (thread) send({ kind: 'heartbeat', token });
    },
    close: async () => {
      closing = true;
      const ending = thread;
      if (!ending) return;
      if (states.isBusy) await untilClosed(ending);
      await ending.terminate();
    },
  };
}
