import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCalibrationNote } from '#compat/qdash/verbs/calibration-note.ts';
import { getChip, listTargets, targetEntity, type ValueRecord } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { fakeOrchestrator, lockedBy, type RunContext, started } from '#test/support/runs/runs.ts';

let verbs: Verbs;
let ctx: RunContext;

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  ctx = { ...(await verbs.member('alice')), orchestrator: fakeOrchestrator() };
  await createChip(ctx, { chipId: 'chip', size: 64, topologyId: 'square-lattice-mux-64' });
});

/** A number with all its digits, as a fit gives it, and an id that says nothing of the one before. */
function measured(name: string, executionId: string): ValueRecord {
  const digest = createHash('sha256').update(name).digest();
  return {
    value: digest.readUInt32LE(0) / 7,
    error: digest.readUInt32LE(4) / 7,
    unit: 'us',
    calibratedAt: '2025-03-01T12:00:00.000Z',
    source: 'task',
    executionId,
    taskId: digest.toString('hex', 8, 24),
  };
}

/** Lets a run have renewed so many values of every qubit. */
async function renew(executionId: string, count: number): Promise<void> {
  const chip = await getChip(verbs.db, ctx.projectId, 'chip');
  if (!chip) throw new Error('the chip is gone');
  const targets = await listTargets(verbs.db, chip, 'qubit');
  const puts = targets.map(({ rev, ...target }) => {
    const values = Array.from({ length: count }, (_, n): [string, ValueRecord] => [
      `m${n}`,
      measured(`${target.id} ${n}`, executionId),
    ]);
    return { put: targetEntity.encode({ ...target, data: Object.fromEntries(values) }, rev + 1) };
  });
  await batchWriteItems(verbs.db, puts);
}

describe('the calibration note of a run', () => {
  test.each([1, 140])(
    'the calibration note is kept with %i values of every qubit, and the run completes',
    async (count) => {
      const run = await started(ctx, { chipId: 'chip' });
      await beginRun(ctx, run);
      await renew(run.executionId, count);
      expect((await completeRun(ctx, run)).status).toBe('completed');
      expect(await lockedBy(ctx)).toBeUndefined();
      const { executionId, note } = await readCalibrationNote(ctx);
      expect(executionId).toBe(run.executionId);
      const qubits = Object.entries((note as { qubit: Record<string, Record<string, { value: number }>> }).qubit);
      expect(qubits).toHaveLength(64);
      for (const [qid, values] of qubits)
        for (let n = 0; n < count; n += 1)
          expect(values[`m${n}`]?.value).toBe(measured(`${qid} ${n}`, run.executionId).value);
    },
  );

  test('a calibration note of many values gives way to one of few, when the next run has left that', async () => {
    const first = await started(ctx, { chipId: 'chip' });
    await beginRun(ctx, first);
    await renew(first.executionId, 140);
    await completeRun(ctx, first);
    verbs.now = new Date(verbs.now.getTime() + 1000);
    const second = await started(ctx, { chipId: 'chip' });
    await beginRun(ctx, second);
    await renew(second.executionId, 1);
    await completeRun(ctx, second);
    expect(await readCalibrationNote(ctx)).toMatchObject({ executionId: second.executionId, taskId: 'master' });
  });
});
