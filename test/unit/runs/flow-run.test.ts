import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFlowMachine, type EndedFlowRun, type FlowMachine } from '#local/runs/machine.ts';
import { failureReason, isUnclaimed } from '#shared/runs/orchestration/failure-reason.ts';
import { type FlowFunction, flowFunctions, workerWaitSeconds } from '#shared/runs/orchestration/flow-run.asl.ts';
import {
  abortInputSchema,
  awaitClaimSchema,
  awaitWorkerSchema,
  flowRunInputSchema,
} from '#shared/runs/orchestration/payloads.ts';
import type { FlowRunInput } from '#shared/runs/orchestration/port.ts';

const managed: FlowRunInput = {
  project_id: 'p-1',
  execution_id: '20250301-000',
  flow_run_id: '018f4d5e-8c1a-7000-8000-0123456789ab',
  runner: 'managed',
};
const workers: FlowRunInput = { ...managed, runner: 'worker' };

type Call = [FlowFunction, Record<string, unknown>];
type Behaviour = Partial<Record<FlowFunction, (payload: never, call: number) => unknown>>;

/** An error that a function throws under a name. */
const named = (name: string, message = `${name} it is`) => Object.assign(new Error(message), { name });

let machines: FlowMachine[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(async () => {
  await Promise.all(machines.map((machine) => machine.close()));
  machines = [];
  vi.useRealTimers();
});

/** A machine whose functions do what the test says, else what the shortest run does, and what they were called with. */
function machineOf(behaviour: Behaviour = {}, workerWindowSeconds?: number) {
  const calls: Call[] = [];
  const starts: unknown[] = [];
  const ended: EndedFlowRun[] = [];
  const usual: Behaviour = {
    begin: () => ({ claim_timeout_seconds: 600 }),
    'run-slice': () => ({ done: true, cursor: 1 }),
  };
  const handlerOf = (name: FlowFunction) => async (payload: never) => {
    // What waited for the lock is started after every run: kept apart from what the run itself does.
    const list = name === 'start-queued' ? starts : calls;
    const earlier = name === 'start-queued' ? starts.length : calls.filter(([called]) => called === name).length;
    list.push([name, payload] as never);
    return (behaviour[name] ?? usual[name] ?? (() => undefined))(payload, earlier + 1);
  };
  const handlers = Object.fromEntries(flowFunctions.map((name) => [name, handlerOf(name)])) as never;
  const machine = createFlowMachine({
    handlers,
    sliceSeconds: 5,
    workerWindowSeconds,
    onEnded: (run) => ended.push(run),
  });
  machines.push(machine);
  return { machine, calls, starts, ended, names: () => calls.map(([name]) => name) };
}

/** Lets the machine do what it can do at once. */
const settle = () => vi.advanceTimersByTimeAsync(0);
/** Moves the clock far enough for every retry. */
const afterRetries = () => vi.advanceTimersByTimeAsync(2 * 3600 * 1000);
const tokenOf = (call: Call | undefined) => String(call?.[1].task_token);

describe('a managed run', () => {
  it('a managed run begins, runs slices until the plan is done, and completes', async () => {
    const { machine, names, ended } = machineOf({ 'run-slice': (_, call) => ({ done: call === 3, cursor: call }) });
    await machine.start(managed);
    expect(await machine.describe(managed.flow_run_id)).toEqual({ status: 'running' });
    await settle();
    expect(names()).toEqual(['begin', 'run-slice', 'run-slice', 'run-slice', 'complete']);
    expect(ended).toEqual([{ flowRunId: managed.flow_run_id, state: { status: 'succeeded' }, transitions: 11 }]);
    expect(await machine.describe(managed.flow_run_id)).toEqual({ status: 'succeeded' });
  });

  it('a managed run enters at most twenty states in seven slices, more than one of 256 qubits and twenty tasks takes', async () => {
    const { machine, names, ended } = machineOf({ 'run-slice': (_, call) => ({ done: call === 7, cursor: call }) });
    await machine.start(managed);
    await settle();
    expect(names().filter((name) => name === 'run-slice')).toHaveLength(7);
    expect(ended[0]?.transitions).toBeLessThan(20);
  });

  it('a managed run hands every function the ids and nothing else', async () => {
    const { machine, calls } = machineOf();
    await machine.start(managed);
    await settle();
    for (const [, payload] of calls) expect(flowRunInputSchema.strict().parse(payload)).toEqual(managed);
  });

  it.each(['begin', 'run-slice', 'complete'] as const)(
    'a managed run is aborted with the reason when %s fails for good',
    async (name) => {
      const { machine, calls, ended } = machineOf({
        [name]: () => {
          throw named('Error', 'The table is gone');
        },
      });
      await machine.start(managed);
      await afterRetries();
      expect(calls.filter(([called]) => called === name)).toHaveLength(6);
      const [last, payload] = calls.at(-1) ?? [];
      expect(last).toBe('abort');
      expect(failureReason(abortInputSchema.parse(payload))).toBe('The table is gone');
      expect(ended[0]?.state).toEqual({ status: 'succeeded' });
    },
  );

  it.each(['RunCancelled', 'RunEnded', 'RunFailed'])(
    'a managed run is aborted at once by %s, which nothing retries',
    async (error) => {
      const { machine, names } = machineOf({
        'run-slice': () => {
          throw named(error);
        },
      });
      await machine.start(managed);
      await settle();
      expect(names()).toEqual(['begin', 'run-slice', 'abort']);
    },
  );

  it('a managed run goes on when a step succeeds at a later attempt', async () => {
    const { machine, names } = machineOf({
      'run-slice': (_, call) => {
        if (call < 3) throw named('ProvisionedThroughputExceededException');
        return { done: true, cursor: 1 };
      },
    });
    await machine.start(managed);
    await afterRetries();
    expect(names()).toEqual(['begin', 'run-slice', 'run-slice', 'run-slice', 'complete']);
  });

  it('a managed run asks again and then aborts when a slice never answers', async () => {
    const late = Promise.withResolvers();
    const { machine, calls, names } = machineOf({ 'run-slice': () => late.promise });
    await machine.start(managed);
    await afterRetries();
    expect(names()).toEqual(['begin', ...Array(6).fill('run-slice'), 'abort']);
    expect(failureReason(abortInputSchema.parse(calls.at(-1)?.[1]))).toBe('A step of the run took too long');
    late.resolve({ done: true, cursor: 1 });
    await settle();
    expect(names().at(-1)).toBe('abort');
  });

  it('a managed run fails, for the sweep to settle, only when Abort fails for more than an hour', async () => {
    const started = Date.now();
    let last = started;
    const { machine, calls, ended } = machineOf({
      begin: () => {
        throw named('RunFailed');
      },
      abort: () => {
        last = Date.now();
        throw named('Error', 'The table is gone');
      },
    });
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    await machine.start(managed);
    await afterRetries();
    expect(calls.filter(([name]) => name === 'abort')).toHaveLength(21);
    expect(last - started).toBeGreaterThan(3600 * 1000);
    expect(ended[0]?.state).toEqual({ status: 'failed', reason: 'The table is gone' });
    expect(await machine.describe(managed.flow_run_id)).toMatchObject({ status: 'failed' });
    vi.restoreAllMocks();
  });

  it('once a managed run has completed or was aborted, what waits for its lock is started', async () => {
    const completed = machineOf();
    await completed.machine.start(managed);
    await settle();
    const aborted = machineOf({
      begin: () => {
        throw named('RunCancelled');
      },
    });
    await aborted.machine.start(managed);
    await settle();
    expect([completed.starts, aborted.starts]).toEqual([[['start-queued', managed]], [['start-queued', managed]]]);
  });

  it('a managed run has succeeded though what waits cannot be started: the sweep does that', async () => {
    const { machine, starts } = machineOf({
      'start-queued': () => {
        throw new Error('The table is gone');
      },
    });
    await machine.start(managed);
    await afterRetries();
    expect(starts).toHaveLength(3);
    expect(await machine.describe(managed.flow_run_id)).toEqual({ status: 'succeeded' });
  });

  it('a managed run is one, however often it is started', async () => {
    const { machine, names } = machineOf();
    await Promise.all([machine.start(managed), machine.start(managed)]);
    await settle();
    await machine.start(managed);
    await settle();
    expect(names()).toEqual(['begin', 'run-slice', 'complete']);
  });
});

describe("a worker's run", () => {
  it("a worker's run waits for a claim, then for the worker, each with a token of its own, and completes", async () => {
    const { machine, calls, names } = machineOf();
    await machine.start(workers);
    await settle();
    expect(names()).toEqual(['begin', 'await-claim']);
    const claim = awaitClaimSchema.parse(calls[1]?.[1]);
    await machine.completeToken(claim.task_token, { worker: 'fridge-2' });
    await settle();
    const work = awaitWorkerSchema.parse(calls[2]?.[1]);
    expect(work.claim).toEqual({ worker: 'fridge-2' });
    expect(work.task_token).not.toBe(claim.task_token);
    await machine.completeToken(work.task_token, null);
    await settle();
    expect(names()).toEqual(['begin', 'await-claim', 'await-worker', 'complete']);
  });

  it("a worker's run may have its token used before the function that hands it out has answered", async () => {
    const { machine, names } = machineOf({
      'await-claim': (payload: { task_token: string }) =>
        machine.completeToken(payload.task_token, { worker: 'quick' }),
    });
    await machine.start(workers);
    await settle();
    expect(names()).toEqual(['begin', 'await-claim', 'await-worker']);
  });

  it("a worker's run is aborted as cancelled when its token is failed so", async () => {
    const { machine, calls } = machineOf();
    await machine.start(workers);
    await settle();
    await machine.failToken(tokenOf(calls[1]), 'RunCancelled', 'Cancelled by alice');
    await settle();
    const payload = abortInputSchema.parse(calls.at(-1)?.[1]);
    expect(payload.error).toEqual({ Error: 'RunCancelled', Cause: 'Cancelled by alice' });
    expect(failureReason(payload)).toBe('Cancelled by alice');
  });

  it.each(['await-claim', 'await-worker'] as const)(
    "a worker's run is aborted without a wait when %s sees a cancel",
    async (name) => {
      const { machine, calls, names } = machineOf({
        [name]: () => {
          throw named('RunCancelled');
        },
      });
      await machine.start(workers);
      await settle();
      if (name === 'await-worker') await machine.completeToken(tokenOf(calls[1]), {});
      await settle();
      expect(names().slice(-2)).toEqual([name, 'abort']);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it.each([10, 600, workerWaitSeconds.claim])(
    "a worker's run waits for a claim as long as Begin says (%d s) and no longer",
    async (seconds) => {
      const { machine, calls, names } = machineOf({ begin: () => ({ claim_timeout_seconds: seconds }) });
      await machine.start(workers);
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(names()).toEqual(['begin', 'await-claim']);
      await vi.advanceTimersByTimeAsync(1);
      expect(names()).toEqual(['begin', 'await-claim', 'abort']);
      expect(isUnclaimed(abortInputSchema.parse(calls[2]?.[1]))).toBe(true);
    },
  );

  it("a worker's run lasts while heartbeats come, and is aborted when they stop", async () => {
    const { machine, calls, names } = machineOf();
    await machine.start(workers);
    await settle();
    await machine.completeToken(tokenOf(calls[1]), {});
    await settle();
    for (let beat = 0; beat < 10; beat += 1) {
      await vi.advanceTimersByTimeAsync((workerWaitSeconds.heartbeat - 1) * 1000);
      await machine.heartbeat(tokenOf(calls[2]));
    }
    expect(names()).toEqual(['begin', 'await-claim', 'await-worker']);
    await vi.advanceTimersByTimeAsync(workerWaitSeconds.heartbeat * 1000);
    expect(names().at(-1)).toBe('abort');
    expect(failureReason(abortInputSchema.parse(calls.at(-1)?.[1]))).toBe('The worker did not respond for 120 seconds');
  });

  it("a worker's run waits no longer for a worker than it is told", async () => {
    const { machine, calls, names } = machineOf({}, 4);
    await machine.start(workers);
    await settle();
    await machine.completeToken(tokenOf(calls[1]), {});
    await vi.advanceTimersByTimeAsync(3999);
    expect(names()).toEqual(['begin', 'await-claim', 'await-worker']);
    await vi.advanceTimersByTimeAsync(1);
    expect(names().at(-1)).toBe('abort');
    expect(failureReason(abortInputSchema.parse(calls.at(-1)?.[1]), 4)).toBe(
      'The worker did not respond for 4 seconds',
    );
  });

  it("a worker's run ends after a week though heartbeats come", async () => {
    const { machine, calls, names } = machineOf();
    await machine.start(workers);
    await settle();
    await machine.completeToken(tokenOf(calls[1]), {});
    await settle();
    for (let minute = 0; minute < workerWaitSeconds.work / 60; minute += 1) {
      await machine.heartbeat(tokenOf(calls[2]));
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(names().at(-1)).toBe('abort');
    expect(failureReason(abortInputSchema.parse(calls.at(-1)?.[1]))).toBe(
      'The worker did not end the run within 168 hours',
    );
  });

  it("a worker's run is not moved by a token that has ended", async () => {
    const { machine, calls, names } = machineOf();
    await machine.start(workers);
    await settle();
    const token = tokenOf(calls[1]);
    await machine.completeToken(token, {});
    await settle();
    await machine.completeToken(token, {});
    await machine.failToken(token, 'RunCancelled', '');
    await machine.failToken('a token that no one made', 'RunCancelled', '');
    await settle();
    expect(names()).toEqual(['begin', 'await-claim', 'await-worker']);
  });
});

describe('a machine that is closed', () => {
  it('a machine of runs that is closed lets a function end early and calls no other', async () => {
    const { machine, names } = machineOf();
    let remaining: number | undefined;
    const handlers = {
      begin: async () => ({ claim_timeout_seconds: 600 }),
      'run-slice': async (_: never, context: { getRemainingTimeInMillis(): number }) => {
        while (context.getRemainingTimeInMillis() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
        remaining = context.getRemainingTimeInMillis();
        return { done: false, cursor: 24 };
      },
    };
    const closing = createFlowMachine({ handlers: handlers as never, sliceSeconds: 3600 });
    await closing.start(managed);
    await settle();
    const closed = closing.close();
    await vi.advanceTimersByTimeAsync(10);
    await closed;
    expect(remaining).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(names()).toEqual([]);
    await machine.close();
  });

  it('a machine of runs that is closed keeps no timer of a run that waits', async () => {
    const { machine } = machineOf();
    await machine.start(workers);
    await settle();
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await machine.close();
    await settle();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the reason of a failure', () => {
  const reason = (error: { Error: string; Cause?: string }) => failureReason({ ...managed, error });

  it("the reason of a failure is the message inside of Lambda's wrapping", () => {
    const Cause = JSON.stringify({ errorType: 'RunFailed', errorMessage: "Stage 'check': 3 tasks failed", trace: [] });
    expect(reason({ Error: 'RunFailed', Cause })).toBe("Stage 'check': 3 tasks failed");
  });

  it('the reason of a failure is the cause where nothing wraps it, and names the error when there is none', () => {
    expect(reason({ Error: 'X', Cause: 'not JSON' })).toBe('not JSON');
    expect(reason({ Error: 'States.DataLimitExceeded' })).toBe('The run ended with the error States.DataLimitExceeded');
  });
});
