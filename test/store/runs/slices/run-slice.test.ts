import { BatchGetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { targetEntity } from '#shared/chips/store/chips.ts';
import { getItem, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { chipKeys, taskKeys } from '#shared/kernel/store/keys.ts';
import { getTaskResult } from '#shared/results/store/task-results.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { plannedTasks } from '#shared/runs/rules/enumerate-plan.ts';
import type { PlanStage } from '#shared/runs/rules/plan.ts';
import { runSlice } from '#shared/runs/verbs/slices/run-slice.ts';
import { batchTasks } from '#shared/runs/verbs/slices/slice-batch.ts';
import { executionOf } from '#test/support/runs/runs.ts';
import { eventually } from '#test/support/stack/processes.ts';
import { backend, begun, counts, ctx, never, onChip, plan, results, stage, verbs } from './scene.ts';

onChip();

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
});
