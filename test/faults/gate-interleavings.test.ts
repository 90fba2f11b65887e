import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { findTarget } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { getTaskResult } from '#shared/results/store/task-results.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { heldIdText } from '#shared/values/rules/held-id.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { decideMany } from '#shared/values/verbs/gate/decide-many.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { crashAt } from '#test/support/engine/faults.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning, scan } from '#test/support/runs/run-results.ts';

/**
 * A decision on a held value pauses before the write, while another changes what the decision depends on; or it dies at
 * any call.
 */
let verbs: Verbs;
let ctx: ProjectContext;
let executionId = '';
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  verbs.faults.clear();
  await verbs.empty();
  verbs.now = new Date('2025-03-02T00:00:00.000Z');
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
  ({ executionId } = await putRunning(verbs.db, { projectId: ctx.projectId, chipId: 'chip', gate: 'hold' }));
  await measure(1, 0.95);
  await measure(2, 0.83, 0.5);
});

const metric = 'average_readout_fidelity';
const instantOf = (minute: number): string => `2025-03-01T12:0${minute}:00.000Z`;

async function measure(minute: number, value: number, r2?: number): Promise<void> {
  const planned = plannedTask(minute, { target: '0', taskId: `task-${minute}` });
  const outputParameters = { [metric]: { ...measuredValue(value, ''), error: 0.001 } };
  const outcome = outcomeOf(planned, { startAt: instantOf(minute), endAt: instantOf(minute), outputParameters, r2 });
  const run = { projectId: ctx.projectId, executionId, fence: 1 };
  await writeTaskResults(ctx, run, [{ kind: 'ended', planned, outcome }]);
}

const named = () => [{ id: heldIdText({ taskId: 'task-2' }), metric }];
const decide = (state: 'accepted' | 'rejected') => decideMany(ctx, 'chip', named(), { state, reason: 'looked at it' });
const exclude = () => setExcluded(ctx, 'task-2', { excluded: true, reason: 'outlier' });
const correct = () =>
  updateParameters(ctx, {
    chipId: 'chip',
    qid: '0',
    parameters: { [metric]: { value: 0.97, calibratedAt: instantOf(5) } },
  });

/** What counts, what waits, and what was said of the held value. */
async function left() {
  const { target } = await findTarget(ctx, 'chip', { id: '0' });
  const result = await getTaskResult(verbs.db, ctx.projectId, 'task-2');
  const audited = (await scan(verbs.db)).filter(({ action }) => String(action).endsWith('-held-value'));
  return {
    counts: target?.data[metric]?.value,
    waits: target?.held?.[metric]?.value,
    state: result?.gateMarks?.[metric]?.state,
    audited: audited.map(({ action }) => action),
  };
}

const accepted = { state: 'accepted', audited: ['accept-held-value'], waits: undefined };
const rejected = { state: 'rejected', audited: ['reject-held-value'], waits: undefined };

test.each([
  ['accepted while its result is excluded', 'accepted', exclude, { ...accepted, counts: 0.95 }],
  ['rejected while its result is excluded', 'rejected', exclude, { ...rejected, counts: 0.95 }],
  ['accepted while a newer value is set', 'accepted', correct, { ...accepted, counts: 0.97 }],
  ['rejected while a newer value is set', 'rejected', correct, { ...rejected, counts: 0.97 }],
  ['accepted while a measurement agrees with it', 'accepted', () => measure(3, 0.84), { ...accepted, counts: 0.84 }],
  ['accepted while another rejects it', 'accepted', () => decide('rejected'), { ...rejected, counts: 0.95 }],
  ['rejected while another accepts it', 'rejected', () => decide('accepted'), { ...accepted, counts: 0.83 }],
  ['accepted while another accepts it', 'accepted', () => decide('accepted'), { ...accepted, counts: 0.83 }],
] as const)('a held value that is %s is decided once, over what is there', async (_, state, meanwhile, is) => {
  await interleaved(verbs.client, { work: () => decide(state), meanwhile });
  expect(await left()).toEqual(is);
});

test.each([
  ['accepted', { ...accepted, counts: 0.83 }],
  ['rejected', { ...rejected, counts: 0.95 }],
] as const)(
  'a decision that dies at any call leaves all of it or nothing, and its repeat is %s once',
  async (state, is) => {
    const nothing = { counts: 0.95, waits: 0.83, state: 'held', audited: [] };
    for (let call = 1, died = true; died; call += 1) {
      await verbs.faults.idle();
      for (const when of ['before', 'after'] as const) {
        await verbs.empty();
        ctx = await verbs.member('alice');
        await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
        ({ executionId } = await putRunning(verbs.db, { projectId: ctx.projectId, chipId: 'chip', gate: 'hold' }));
        await measure(1, 0.95);
        await measure(2, 0.83, 0.5);
        verbs.faults.plan(crashAt(call, when));
        died = await decide(state).then(
          () => false,
          () => true,
        );
        await verbs.faults.idle();
        verbs.faults.clear();
        expect([nothing, is]).toContainEqual(await left());
        await decide(state);
        expect(await left()).toEqual(is);
      }
      expect(call).toBeLessThan(40);
    }
  },
);
