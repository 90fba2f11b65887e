import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { claimJob, relayoutJobId } from '#shared/chips/verbs/jobs/jobs.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { getItem, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys, runKeys } from '#shared/kernel/store/keys.ts';
import { deleteProject } from '#shared/projects/verbs/projects.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { counterEntity, getRunPointer, listHeldLocks, unpackPlan } from '#shared/runs/store/locks.ts';
import { chipDates } from '#shared/runs/verbs/chip-dates.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { listExecutions } from '#shared/runs/verbs/list-executions.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { executionOf, fakeOrchestrator, lockedBy, newRun, type RunContext, started } from '#test/support/runs/runs.ts';

let verbs: Verbs;
let ctx: RunContext;

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  verbs.faults.clear();
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  ctx = { ...(await verbs.member('alice')), orchestrator: fakeOrchestrator() };
  for (const chipId of ['chip', 'other']) await createChip(ctx, { chipId, topologyId: 'linear-2' });
});

/** A run from its start to its end. */
async function ran(given: Parameters<typeof newRun>[0] = {}): Promise<string> {
  const ref = await started(ctx, given);
  await beginRun(ctx, ref);
  await completeRun(ctx, ref);
  return ref.executionId;
}

const hours = (n: number) => {
  verbs.now = new Date(verbs.now.getTime() + n * 3_600_000);
};

describe('a start', () => {
  test('a start writes execution, lock, counter and run pointer, and starts the state machine under the run id', async () => {
    const execution = await startRun(ctx, newRun());
    const { projectId, executionId, flowRunId } = execution;
    expect(execution).toMatchObject({
      executionId: '20250301-000',
      status: 'scheduled',
      note: { flow_run_id: flowRunId },
      plannedTasks: 2,
      createdAt: verbs.now.toISOString(),
      username: 'alice',
    });
    expect(await executionOf(ctx, execution)).toMatchObject(execution);
    expect(await lockedBy(ctx)).toBe(executionId);
    const counter = await getItem(verbs.db, runKeys.counter(projectId, 'chip', '20250301'));
    expect(counter && counterEntity.decode(counter)).toMatchObject({ index: 0, username: 'alice', chipId: 'chip' });
    const pointer = await getRunPointer(verbs.db, projectId, flowRunId);
    expect(pointer).toMatchObject({ executionId, runner: 'managed' });
    expect(unpackPlan(pointer?.plan ?? new Uint8Array())).toEqual(newRun().plan);
    const ids = { project_id: projectId, execution_id: executionId, flow_run_id: flowRunId, runner: 'managed' };
    expect(ctx.orchestrator.started.get(flowRunId)).toEqual(ids);
    expect(await listHeldLocks(verbs.db)).toMatchObject([{ projectId, executionId, flowRunId, username: 'alice' }]);
  });

  test('a start is refused while a run holds the lock, naming that run, who started it and since when', async () => {
    await started(ctx);
    hours(1);
    await expect(startRun(ctx, newRun({ chipId: 'other' }))).rejects.toThrow(
      "is busy: run '20250301-000' on chip 'chip', started by 'alice', has been running since 2025-03-01T12:00:00.000Z",
    );
  });

  test('a start on a chip that is not there is refused, and nothing is written', async () => {
    const before = await verbs.table();
    await expect(startRun(ctx, newRun({ chipId: 'nowhere' }))).rejects.toThrow("Chip 'nowhere' not found");
    expect(await verbs.table()).toEqual(before);
  });

  test('a start takes a plan of 1,024 qubits and 2,000 couplings', async () => {
    const qids = Array.from({ length: 1024 }, (_, n) => String(n));
    const couplingIds = Array.from({ length: 1984 }, (_, n) => `${n % 1024}-${(n * 7) % 1024}`);
    const tasks = Array.from({ length: 5 }, (_, n) => ({
      name: `Task${n}`,
      type: 'coupling' as const,
      parameters: { shots: n },
    }));
    const stages = Array.from({ length: 40 }, (_, n) => ({
      name: `stage ${n}`,
      tasks,
      qids,
      couplingIds,
      onFailure: 'stop' as const,
    }));
    const plan = { backend: 'simulator', seed: 1, stages };
    const { projectId, flowRunId } = await started(ctx, { plan });
    const pointer = await getRunPointer(verbs.db, projectId, flowRunId);
    expect(unpackPlan(pointer?.plan ?? new Uint8Array())).toEqual(plan);
  });
});

describe('execution ids', () => {
  test('execution ids are unique over the chips of a project, and count on through the day', async () => {
    expect([await ran(), await ran({ chipId: 'other' }), await ran()]).toEqual([
      '20250301-000',
      '20250301-001',
      '20250301-002',
    ]);
  });

  test('execution ids begin at 0 with the calendar day of the configured zone', async () => {
    expect(await ran()).toBe('20250301-000');
    hours(4); // 2025-03-02 01:00 in Tokyo
    expect(await ran()).toBe('20250302-000');
    expect(await chipDates(ctx, 'chip')).toEqual(['20250301', '20250302']);
    expect(await chipDates(ctx, 'other')).toEqual([]);
  });

  test('days of runs outlive their chip as the executions do, and are those of the chip that is made again under the id', async () => {
    await ran();
    await deleteChip(ctx, 'chip', { force: true, permanent: true });
    hours(24);
    await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
    await ran();
    const { records } = await listExecutions(ctx, { chipId: 'chip' }, { skip: 0, limit: 10 });
    expect(await chipDates(ctx, 'chip')).toEqual(records.map(({ executionId }) => executionId.slice(0, 8)).sort());
  });

  test('execution ids go on within the later day where a clock goes backwards', async () => {
    hours(4);
    expect(await ran()).toBe('20250302-000');
    hours(-24);
    expect(await ran()).toBe('20250302-001');
  });

  test('execution ids have four digits after 999', async () => {
    const { projectId } = ctx;
    const last = executionRecord({ projectId, executionId: '20250301-999' });
    // A project whose lock was never written counts on from its newest execution.
    await writeItem(verbs.db, { put: executionEntity.encode(last, 1) });
    expect(await ran()).toBe('20250301-1000');
    const newest = await getItem(verbs.db, projectKeys.execution(projectId, '20250301-1000'));
    expect(newest?.sk).toBe('20250301-001000');
  });
});

describe('a repeated start', () => {
  test('a repeated start with the same run id finds its own run, held, ended or not yet launched', async () => {
    const flowRunId = randomUUID();
    const first = await startRun(ctx, newRun({ flowRunId }));
    ctx.orchestrator.started.clear();
    expect(await startRun(ctx, newRun({ flowRunId: flowRunId.toUpperCase() }))).toMatchObject(first);
    // Its first caller may have died before it launched the run.
    expect([...ctx.orchestrator.started.keys()]).toEqual([flowRunId]);
    await beginRun(ctx, first);
    await completeRun(ctx, first);
    const again = await startRun(ctx, newRun({ flowRunId }));
    expect(again).toMatchObject({ executionId: first.executionId, status: 'completed' });
    expect(await lockedBy(ctx)).toBeUndefined();
  });

  test.each([1, 2, 3, 4, 5])(
    'a repeated start after the answer to call %i was lost finds its own run',
    async (call) => {
      const flowRunId = randomUUID();
      verbs.faults.plan(({ number }) => (number === call ? { after: timedOut() } : undefined));
      const first = await startRun(ctx, newRun({ flowRunId })).catch(() => undefined);
      verbs.faults.clear();
      const second = await startRun(ctx, newRun({ flowRunId }));
      expect(second).toMatchObject({ executionId: '20250301-000', status: 'scheduled' });
      if (first) expect(first.executionId).toBe(second.executionId);
      expect(await lockedBy(ctx)).toBe('20250301-000');
      expect(ctx.orchestrator.started.size).toBe(1);
    },
  );
});

describe('a start that the state machine refuses', () => {
  test('a start that the state machine refuses ends failed with the reason, and the lock is free', async () => {
    ctx.orchestrator.faults.start = { error: new Error('Rate exceeded') };
    const failed = await startRun(ctx, newRun());
    expect(failed).toMatchObject({ status: 'failed', message: 'The run could not be started: Rate exceeded' });
    expect(await lockedBy(ctx)).toBeUndefined();
    expect(await listHeldLocks(verbs.db)).toEqual([]);
    delete ctx.orchestrator.faults.start;
    expect(await ran()).toBe('20250301-001');
  });

  test('a start of the state machine goes on where only the answer was lost', async () => {
    ctx.orchestrator.faults.start = { error: timedOut(), after: true };
    expect(await startRun(ctx, newRun())).toMatchObject({ status: 'scheduled' });
    expect(await lockedBy(ctx)).toBe('20250301-000');
  });
});

describe('of fifty starts at once', () => {
  test('of fifty starts at once over two chips exactly one runs, the others name it, and one state machine starts', async () => {
    const attempts = Array.from({ length: 50 }, (_, n) => startRun(ctx, newRun({ chipId: n % 2 ? 'chip' : 'other' })));
    const results = await Promise.allSettled(attempts);
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(won.map(({ executionId }) => executionId)).toEqual(['20250301-000']);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      expect(result.reason).toBeInstanceOf(ServiceError);
      expect(result.reason).toMatchObject({ kind: 'conflict', message: expect.stringContaining("'20250301-000'") });
    }
    expect([...ctx.orchestrator.started.keys()]).toEqual(won.map(({ flowRunId }) => flowRunId));
    expect(await lockedBy(ctx)).toBe('20250301-000');
  });

  test('of fifty starts after each other no id is given twice, and each is larger than the one before', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 50; n += 1) ids.push(await ran({ chipId: n % 2 ? 'chip' : 'other' }));
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(50);
  });
});

describe('while a run is on', () => {
  test('while a run is on its chip is not deleted, nor laid out anew, but another chip is', async () => {
    const ref = await started(ctx);
    const inUse = "Chip 'chip' is in use by run '20250301-000'";
    await expect(deleteChip(ctx, 'chip', { force: true, permanent: true })).rejects.toThrow(inUse);
    await expect(updateChip(ctx, 'chip', { size: 4, topologyId: 'linear-4' })).rejects.toThrow(inUse);
    await updateChip(ctx, 'other', { size: 4, topologyId: 'linear-4' });
    await deleteChip(ctx, 'other', { force: true, permanent: true });
    await abortRun(ctx, ref, 'over');
    await updateChip(ctx, 'chip', { size: 4, topologyId: 'linear-4' });
    await deleteChip(ctx, 'chip', { force: true, permanent: true });
  });

  test('while a run is on its project is not deleted', async () => {
    const ref = await started(ctx);
    await expect(deleteProject(ctx)).rejects.toThrow("is busy with run '20250301-000'");
    await abortRun(ctx, ref, 'over');
    await deleteProject(ctx);
    await expect(startRun(ctx, newRun())).rejects.toThrow('You do not have access to project');
  });

  test('no run is started on a chip that is being laid out anew', async () => {
    const { projectId } = ctx;
    const job = { projectId, chipId: 'chip', jobId: relayoutJobId, kind: 'create' as const, username: 'bob' };
    await claimJob(ctx, { ...job, create: { size: 4, topologyId: 'linear-4' } }, async () => undefined);
    await expect(startRun(ctx, newRun())).rejects.toThrow("Chip 'chip' is being changed by another request");
    expect(await lockedBy(ctx)).toBeUndefined();
  });
});
