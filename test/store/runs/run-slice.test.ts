import { BatchGetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { targetEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { getItem, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { chipKeys, projectKeys, taskKeys } from '#shared/kernel/store/keys.ts';
import { getTaskResult } from '#shared/results/store/task-results.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { FenceLost, RunCancelled, RunEnded, RunFailed } from '#shared/runs/orchestration/errors.ts';
import { plannedTasks } from '#shared/runs/rules/enumerate-plan.ts';
import type { PlanStage, RunPlan } from '#shared/runs/rules/plan.ts';
import type { TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import type { TaskRequest } from '#shared/runs/rules/task-request.ts';
import { getRunPointer } from '#shared/runs/store/locks.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { resumeRuns } from '#shared/runs/verbs/slices/resume-runs.ts';
import { runSlice } from '#shared/runs/verbs/slices/run-slice.ts';
import { batchTasks } from '#shared/runs/verbs/slices/slice-batch.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { memoryObjects } from '#test/support/engine/memory-objects.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkResults } from '#test/support/runs/run-results.ts';
import { executionOf, fakeOrchestrator, lockedBy, type RunContext, started } from '#test/support/runs/runs.ts';
import { eventually } from '#test/support/stack/processes.ts';

let verbs: Verbs;
let ctx: RunContext;
let measured: number[];
let member: ProjectContext;
let restore: () => Promise<void>;

beforeAll(async () => {
  verbs = await startVerbs();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  member = await verbs.member('alice');
  await createChip(member, { chipId: 'chip', topologyId: 'linear-32' });
  restore = await verbs.keep();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await restore();
  measured = [];
  const log = { ...member.log, measure: (_: string, value: number) => void measured.push(value) };
  ctx = { ...member, log, orchestrator: fakeOrchestrator() };
});

const qids = (n: number) => Array.from({ length: n }, (_, qid) => String(qid));
const stage = (tasks: string[], count: number, onFailure: PlanStage['onFailure'] = 'continue'): PlanStage => ({
  name: tasks.join('+'),
  tasks: tasks.map((name) => ({ name, type: 'qubit', parameters: {} })),
  qids: qids(count),
  couplingIds: [],
  onFailure,
});
const plan = (...stages: PlanStage[]): RunPlan => ({ backend: 'simulator', seed: 1, stages });

/** A run that has begun. */
async function begun(of: RunPlan): Promise<RunRef> {
  const ref = await started(ctx, { plan: of });
  await beginRun(ctx, ref);
  return ref;
}

/** A backend that fails the named `task target` pairs, takes ten seconds over each task, and counts what it is asked. */
function backend(failing: readonly string[] = []) {
  const asked: TaskRequest[] = [];
  const runTask = (request: TaskRequest): TaskOutcome => {
    asked.push(request);
    const { planned, startAt } = request;
    const failed = failing.includes(`${planned.task.name} ${planned.target}`);
    return {
      taskId: planned.taskId,
      name: planned.task.name,
      type: planned.task.type,
      target: planned.target,
      upstreamId: planned.upstreamId,
      status: failed ? 'failed' : 'completed',
      message: failed ? 'no signal' : '',
      inputParameters: {},
      runParameters: {},
      outputParameters: failed ? {} : { t1: { value: 40, error: 1, unit: 'us', valueType: 'float', description: '' } },
      figures: [{ name: `${planned.task.name}_${planned.target}.json`, contentType: 'application/json', body: '{}' }],
      rawData: [],
      startAt,
      endAt: new Date(Date.parse(startAt) + 10_000).toISOString(),
    };
  };
  const objects = memoryObjects();
  return { asked, objects: objects.kept, ctx: { ...ctx, objects, runTask } };
}

const never = () => false;
/** The shortest pace with which tasks take time. */
const paceSeconds = 0.001;
const results = () => checkResults(verbs.db, ctx.config.calendarTimeZone, ['chip']);
const counts = async (ref: RunRef) => (await executionOf(ctx, ref)).taskCounts;

describe('a slice', () => {
  test('a slice takes every task of the plan once, and says that the plan is done', async () => {
    const of = plan(stage(['CheckRabi', 'CheckT1'], 30), stage(['CheckT2Echo'], 2));
    const ref = await begun(of);
    const with30 = backend();
    expect(await runSlice(with30.ctx, ref, never)).toEqual({ done: true, cursor: 62 });
    expect(with30.asked.map(({ planned }) => planned.index)).toEqual(Array.from({ length: 62 }, (_, i) => i));
    expect((await results()).every(({ status }) => status === 'completed')).toBe(true);
    expect(await executionOf(ctx, ref)).toMatchObject({ cursor: 62, taskCounts: { completed: 62 } });
    // Four batches of the first stage, one of the last: an object of figures each.
    expect(with30.objects.size).toBe(5);
  });

  test('a slice measures a task from the values that the task before it has written', async () => {
    const ref = await begun(plan(stage(['CheckT1', 'CheckT2Echo'], 1)));
    const one = backend();
    await runSlice(one.ctx, ref, never);
    expect(one.asked.map(({ values }) => values.t1?.value)).toEqual([undefined, 40]);
  });

  test('a slice measures a batch while the one before it is written, of the next task too, and no further', async () => {
    const ref = await begun(plan(stage(['CheckRabi', 'CheckT1'], 30)));
    const { ctx: own, asked } = backend();
    // After the last eleven of the first task comes the second task, on the qubits whose values are stored.
    const expected = [30, 30 + batchTasks, 60, 60];
    const measured: number[] = [];
    const client = Object.create(own.db.client);
    client.send = async (command: { input: object }) => {
      if (command instanceof TransactWriteItemsCommand && JSON.stringify(command.input).includes('"completed"')) {
        // The write waits for the concurrent measurements. A measurement that begins only after the write would never
        // come.
        await eventually(() => asked.length >= (expected[measured.length] ?? 0));
        measured.push(asked.length);
      }
      return verbs.db.client.send(command as never);
    };
    await runSlice({ ...own, db: { ...own.db, client } }, ref, never);
    expect(measured).toEqual(expected);
    await results();
  });

  test('a slice does tasks that follow each other on different qubits in one batch', async () => {
    const ref = await begun(plan(stage(['CheckRabi', 'CheckT1'], batchTasks + 1)));
    const cursors: number[] = [];
    for (let done = false; !done; ) {
      const slice = await runSlice(backend().ctx, ref, () => true);
      cursors.push(slice.cursor);
      done = slice.done;
    }
    expect(cursors).toEqual([batchTasks, 2 * batchTasks, 2 * batchTasks + 2]);
    await results();
  });

  test('a slice writes the result of an instant task once, and reads none before', async () => {
    const ref = await begun(plan(stage(['CheckT1'], 2)));
    const { ctx: own } = backend();
    const read: string[] = [];
    const client = Object.create(own.db.client);
    client.send = (command: { input: object }) => {
      if (command instanceof BatchGetItemCommand)
        read.push(...(JSON.stringify(command.input).match(/#TR#[-0-9a-f]+/g) ?? []));
      return verbs.db.client.send(command as never);
    };
    const begunAt = verbs.now.toISOString();
    own.objects.put = async () => {
      verbs.now = new Date(verbs.now.getTime() + 1000);
    };
    await runSlice({ ...own, db: { ...own.db, client } }, ref, never);
    expect(read).toEqual([]);
    const written = await results();
    expect(written).toHaveLength(2);
    for (const { taskId } of written)
      expect(await getTaskResult(verbs.db, ref.projectId, taskId)).toMatchObject({ rev: 1, queuedAt: begunAt });
  });

  test('a slice ends a task that an earlier version has scheduled, and keeps what a user wrote on it', async () => {
    const of = plan(stage(['CheckT1'], 2));
    const ref = await begun(of);
    const [scheduled] = plannedTasks(of, ref.flowRunId, 0, 1);
    if (!scheduled) throw new Error('the plan has no task');
    const { fence } = await executionOf(ctx, ref);
    await writeTaskResults(ctx, { ...ref, fence }, [{ kind: 'scheduled', planned: scheduled }]);
    const userNote = { content: 'odd', updatedBy: 'bob', updatedAt: '2025-03-01T11:59:30.000Z' };
    const note = updateOf({ set: { userNote }, add: { rev: 1 } });
    await writeItem(verbs.db, { update: taskKeys.result(ref.projectId, scheduled.taskId), with: note });
    await runSlice(backend().ctx, ref, never);
    expect(await getTaskResult(verbs.db, ref.projectId, scheduled.taskId)).toMatchObject({
      status: 'completed',
      userNote: { content: 'odd' },
    });
    expect(await counts(ref)).toEqual({ scheduled: 0, completed: 2 });
    await results();
  });

  test('a slice reads a qubit once for each task, and again where a user has written it since', async () => {
    const ref = await begun(plan(stage(['CheckT1', 'CheckT2Echo'], 1)));
    const { ctx: own } = backend();
    const key = chipKeys.target(ref.projectId, 'chip', { kind: 'qubit', id: '0' });
    let reads = 0;
    const client = Object.create(own.db.client);
    client.send = (command: { input: object }) => {
      const said = JSON.stringify(command.input);
      if (command instanceof BatchGetItemCommand && said.includes(JSON.stringify(key.sk))) reads += 1;
      return verbs.db.client.send(command as never);
    };
    own.objects.put = async () => {
      const edit = updateOf({ setEntries: [[['data', 'note'], { value: 1 }]], add: { rev: 1 } });
      if (reads === 1) await writeItem(verbs.db, { update: key, with: edit });
    };
    await runSlice({ ...own, db: { ...own.db, client } }, ref, never);
    const item = await getItem(verbs.db, key);
    expect(item && targetEntity.decode(item).data).toMatchObject({ note: { value: 1 }, t1: { value: 40 } });
    expect(reads).toBe(3);
  });

  test('a slice gives a coupling the values of both of its qubits', async () => {
    const coupled: PlanStage = { ...stage(['CheckT1'], 2), couplingIds: ['0-1'] };
    coupled.tasks.push({ name: 'CheckCrossResonance', type: 'coupling', parameters: {} });
    const ref = await begun(plan(coupled));
    const pair = backend();
    await runSlice(pair.ctx, ref, never);
    expect(pair.asked.at(-1)?.qubits).toMatchObject({
      control: { qid: '0', values: { t1: { value: 40 } } },
      target: { qid: '1', values: { t1: { value: 40 } } },
    });
  });

  test('a slice tells a simulated measurement as one that begins in its run and ends now', async () => {
    const ref = await begun(plan(stage(['CheckT1'], 1)));
    await runSlice(backend().ctx, ref, never);
    const [result] = await results();
    expect(result).toMatchObject({
      startAt: '2025-03-01T12:00:00.000Z',
      endAt: '2025-03-01T12:00:00.000Z',
      elapsedSeconds: 0,
    });
  });

  test('a slice whose time is over before it begins does one batch, and the next goes on behind it', async () => {
    const ref = await begun(plan(stage(['CheckRabi', 'CheckT1'], 30)));
    const cursors: number[] = [];
    const asked: number[] = [];
    for (let done = false; !done; ) {
      const part = backend();
      const slice = await runSlice(part.ctx, ref, () => true);
      cursors.push(slice.cursor);
      asked.push(...part.asked.map(({ planned }) => planned.index));
      done = slice.done;
    }
    expect(cursors).toEqual([batchTasks, 2 * batchTasks, 3 * batchTasks, 60]);
    expect(asked).toEqual(Array.from({ length: 60 }, (_, i) => i));
    expect(await counts(ref)).toMatchObject({ completed: 60 });
    await results();
  });

  test('a slice skips the other tasks of a target in the stage once one has failed, and names that one', async () => {
    const ref = await begun(plan(stage(['CheckRabi', 'CheckT1', 'CheckT2Echo'], 3), stage(['CheckRamsey'], 3)));
    await runSlice(backend(['CheckRabi 1', 'CheckT1 2']).ctx, ref, never);
    const told = (await results()).map(({ name, qid, status, message }) =>
      `${name} ${qid}: ${status} ${message}`.trim(),
    );
    expect(told.filter((line) => !line.endsWith('completed')).toSorted()).toEqual([
      'CheckRabi 1: failed no signal',
      'CheckT1 1: skipped Skipped because CheckRabi failed on 1',
      'CheckT1 2: failed no signal',
      'CheckT2Echo 1: skipped Skipped because CheckRabi failed on 1',
      'CheckT2Echo 2: skipped Skipped because CheckT1 failed on 2',
    ]);
  });

  test('a slice knows what an earlier one has seen fail, wherever that one ended', async () => {
    const of = plan(stage(['CheckRabi', 'CheckT1', 'CheckT2Echo'], 3), stage(['CheckRamsey'], 3));
    const whole = await begun(of);
    await runSlice(backend(['CheckRabi 1']).ctx, whole, never);
    const summary = async () =>
      (await results()).map(({ index, status, message }) => `${index} ${status} ${message}`).toSorted();
    const expected = await summary();
    await verbs.empty();
    const member = await verbs.member('bob');
    ctx = { ...member, orchestrator: fakeOrchestrator() };
    await createChip(ctx, { chipId: 'chip', topologyId: 'linear-32' });
    const parts = await begun(of);
    for (let done = false; !done; ) done = (await runSlice(backend(['CheckRabi 1']).ctx, parts, () => true)).done;
    expect(await summary()).toEqual(expected);
  });

  test.each([
    ['in one slice', never],
    ['in many', () => true],
  ])('a slice ends the run after a stage that stops it and has failed, %s', async (_, mustStop) => {
    const ref = await begun(plan(stage(['CheckRabi', 'CheckT1'], 3, 'stop'), stage(['CheckRamsey'], 3)));
    const slices = async () => {
      while (!(await runSlice(backend(['CheckT1 0']).ctx, ref, mustStop)).done);
    };
    await expect(slices()).rejects.toThrow(RunFailed);
    await expect(slices()).rejects.toThrow("Stage 'CheckRabi+CheckT1' stops the run: it failed on one target");
    expect((await results()).map(({ name }) => name)).not.toContain('CheckRamsey');
    expect(await counts(ref)).toMatchObject({ completed: 5, failed: 1 });
  });

  test('a slice with a pace schedules no more of a long stage than one transaction holds, so that few are open when cancelled', async () => {
    const ref = await begun({
      ...plan(stage(['CheckRabi', 'CheckT1', 'CheckRamsey', 'CheckT2Echo'], 32)),
      paceSeconds,
    });
    const cancelled = backend();
    cancelled.ctx.objects.put = async () => void (await cancelRun(ctx, ref.executionId));
    await expect(runSlice(cancelled.ctx, ref, never)).rejects.toThrow(RunCancelled);
    expect(await counts(ref)).toMatchObject({ scheduled: 96 - batchTasks, running: batchTasks });
  });

  test('slices take every task of a stage that is longer than what is scheduled ahead, once', async () => {
    const ref = await begun({
      ...plan(stage(['CheckRabi', 'CheckT1', 'CheckRamsey', 'CheckT2Echo'], 32)),
      paceSeconds,
    });
    const { ctx: own, asked } = backend();
    const mustStop = () => asked.length % (3 * batchTasks) === 0;
    while (!(await runSlice(own, ref, mustStop)).done);
    expect(asked.map(({ planned }) => planned.index)).toEqual(Array.from({ length: 128 }, (_, i) => i));
    expect(await counts(ref)).toMatchObject({ completed: 128 });
    await results();
  });

  test('a slice writes nothing more once a cancellation is asked for, and begins no further batch', async () => {
    const ref = await begun(plan(stage(['CheckRabi', 'CheckT1'], 24)));
    const cancelled = backend();
    cancelled.ctx.objects.put = async () => void (await cancelRun(ctx, ref.executionId));
    await expect(runSlice(cancelled.ctx, ref, never)).rejects.toThrow(RunCancelled);
    await expect(runSlice(cancelled.ctx, ref, never)).rejects.toThrow(RunCancelled);
    expect(cancelled.asked).toHaveLength(batchTasks);
    expect(await executionOf(ctx, ref)).toMatchObject({ cursor: 0, taskCounts: {} });
    expect(await results()).toEqual([]);
  });

  test('a slice writes nothing more once another has taken the run over', async () => {
    const ref = await begun(plan(stage(['CheckRabi'], 30)));
    const slow = backend();
    let overtaken: Promise<unknown> | undefined;
    slow.ctx.objects.put = async () => {
      overtaken ??= runSlice(backend().ctx, ref, never);
      await overtaken;
    };
    await expect(runSlice(slow.ctx, ref, never)).rejects.toThrow(FenceLost);
    expect(await executionOf(ctx, ref)).toMatchObject({ cursor: 30, taskCounts: { completed: 30 } });
    await results();
  });

  test('a slice takes the pace that the plan asks for, and ends it when a cancellation is asked for', async () => {
    const ref = await begun({ ...plan(stage(['CheckRabi'], 2)), paceSeconds: 3600 });
    const paced = backend();
    const refused = expect(runSlice(paced.ctx, ref, never)).rejects.toThrow(RunCancelled);
    await eventually(async () => (await counts(ref)).running === 2);
    await cancelRun(ctx, ref.executionId);
    await refused;
    expect(paced.asked).toEqual([]);
  });
});

describe('the token of a state that waits', () => {
  test('the token of a state that waits is kept for a cancellation, and replaced by the next', async () => {
    const ref = await started(ctx, { runner: 'worker', plan: undefined });
    await beginRun(ctx, ref);
    await awaitToken(ctx, ref, { kind: 'claim', token: 'first' });
    await awaitToken(ctx, ref, { kind: 'worker', token: 'second' });
    const pointer = await getRunPointer(verbs.db, ref.projectId, ref.flowRunId);
    expect(pointer?.waiting).toEqual({ kind: 'worker', token: 'second' });
  });

  test('the token of a state that waits is failed by a cancellation that comes after it', async () => {
    const ref = await started(ctx, { runner: 'worker', plan: undefined });
    await beginRun(ctx, ref);
    await awaitToken(ctx, ref, { kind: 'claim', token: 'first' });
    await cancelRun(ctx, ref.executionId);
    expect(ctx.orchestrator.failed).toEqual([{ token: 'first', error: 'RunCancelled' }]);
  });

  test('a token is not kept when a cancellation came before it, or the run is over', async () => {
    const ref = await started(ctx, { runner: 'worker', plan: undefined });
    await beginRun(ctx, ref);
    await cancelRun(ctx, ref.executionId);
    await expect(awaitToken(ctx, ref, { kind: 'claim', token: 'late' })).rejects.toThrow(RunCancelled);
    await expect(awaitToken(ctx, { ...ref, flowRunId: ref.projectId }, { kind: 'claim', token: 'x' })).rejects.toThrow(
      RunEnded,
    );
    expect((await getRunPointer(verbs.db, ref.projectId, ref.flowRunId))?.waiting).toBeUndefined();
  });
});

describe('the sweep over held locks', () => {
  test('the sweep over held locks leaves a run that lives, and measures for how long its lock is held', async () => {
    const ref = await started(ctx);
    verbs.now = new Date(verbs.now.getTime() + 90_000);
    expect(await sweepLocks(ctx)).toEqual({ held: 1, settled: 0, failed: 0 });
    expect(measured).toEqual([90]);
    expect(await lockedBy(ctx)).toBe(ref.executionId);
  });

  test('the sweep over held locks ends a run that died, and measures no age when no lock is left', async () => {
    const ref = await started(ctx);
    ctx.orchestrator.states.set(ref.flowRunId, { status: 'aborted' });
    expect(await sweepLocks(ctx)).toEqual({ held: 0, settled: 1, failed: 0 });
    expect(measured).toEqual([]);
    expect(await executionOf(ctx, ref)).toMatchObject({ status: 'failed' });
    expect(await lockedBy(ctx)).toBeUndefined();
  });

  test('the sweep over held locks goes on when one run cannot be looked at', async () => {
    await started(ctx);
    ctx.orchestrator.faults.describe = { error: new Error('no answer') };
    expect(await sweepLocks(ctx)).toMatchObject({ held: 0, settled: 0, failed: 1 });
  });
});

describe('the start of a process to which a run was left', () => {
  const forget = (ref: RunRef) => {
    ctx.orchestrator.started.delete(ref.flowRunId);
    ctx.orchestrator.states.delete(ref.flowRunId);
  };

  test('a process that starts goes on with a run that was left to it, under its own id', async () => {
    const ref = await begun(plan(stage(['CheckRabi'], 2)));
    forget(ref);
    expect(await resumeRuns(ctx)).toBe(1);
    expect(ctx.orchestrator.started.get(ref.flowRunId)).toMatchObject({ execution_id: ref.executionId });
    expect(await resumeRuns(ctx)).toBe(0);
  });

  test.each([
    ['a run that had done all its tasks completes', 2, 'completed'],
    ['a run that was being aborted ends', 1, 'failed'],
  ])('a process that starts settles what was left to it: %s', async (_, cursor, status) => {
    const ref = await begun(plan(stage(['CheckRabi'], 2)));
    await writeItem(verbs.db, {
      update: projectKeys.execution(ref.projectId, ref.executionId),
      with: updateOf({ set: { closing: true, cursor } }),
    });
    forget(ref);
    expect(await resumeRuns(ctx)).toBe(1);
    expect(await executionOf(ctx, ref)).toMatchObject({ status });
    expect(await lockedBy(ctx)).toBeUndefined();
  });
});
