import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { targetEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { type TaskResultRecord, taskResultEntity } from '#shared/results/store/task-results.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { heldIdText } from '#shared/values/rules/held-id.ts';
import { decodeSamples } from '#shared/values/store/sample-reads.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { decideMany } from '#shared/values/verbs/gate/decide-many.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { changesOf, project } from '#shared/values/verbs/projection/project.ts';
import { heldReadings } from '#shared/values/verbs/readings.ts';
import { faultPlan, withFaults } from '#test/support/engine/drawn-faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning, scan } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let owner: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs(2);
});
afterAll(() => verbs.stop());

const metrics = ['average_readout_fidelity', 'x90_gate_fidelity'];
/** Likely, of a poor fit, no better than chance, and what no fidelity can be. */
const numbers = [0.95, 0.93, 0.83, 0.81, 0.43, 0];
const isOfPoorFit = (value: number): boolean => value === 0.83 || value === 0.81;
const instantOf = (slot: number): string => new Date(Date.parse('2025-03-01T14:40:00Z') + slot * 60_000).toISOString();

const slot = fc.nat({ max: 29 });
const number = fc.constantFrom(...numbers);
const values = fc.oneof(
  fc.record({ [metrics[0] ?? '']: number }),
  fc.record(Object.fromEntries(metrics.map((metric) => [metric, number]))),
);
const measuring = fc.record({ kind: fc.constant('measure' as const), slot, values });
const deciding = fc.record({
  kind: fc.constant('decide' as const),
  task: fc.nat({ max: 6 }),
  metric: fc.constantFrom(...metrics),
  state: fc.constantFrom('accepted' as const, 'rejected' as const),
});
const excluding = fc.record({
  kind: fc.constant('exclude' as const),
  task: fc.nat({ max: 6 }),
  excluded: fc.boolean(),
});
const step = fc.oneof(
  { weight: 8, arbitrary: measuring },
  { weight: 4, arbitrary: deciding },
  { weight: 4, arbitrary: excluding },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('correct' as const), slot }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deliver' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Takes the steps, each with its faults. */
async function play(steps: readonly Step[], plan: readonly string[], executionId: string): Promise<void> {
  const { projectId } = owner;
  const taken = new Set<number>();
  const tasks: string[] = [];
  const recent = (back: number) => tasks.at(-1 - (back % Math.max(1, tasks.length)));
  for (const [index, one] of steps.entries()) {
    verbs.now = new Date(verbs.now.getTime() + 1000);
    switch (one.kind) {
      case 'measure': {
        // Two measurements must not share an instant: which of them counts is undefined.
        if (taken.has(one.slot)) break;
        taken.add(one.slot);
        const endAt = instantOf(one.slot);
        const taskId = `task-${index}`;
        const planned = plannedTask(index, { target: '0', taskId });
        const outputParameters = Object.fromEntries(
          Object.entries(one.values).map(([metric, value]) => [metric, { ...measuredValue(value, ''), error: 0.001 }]),
        );
        const r2 = Object.values(one.values).some(isOfPoorFit) ? 0.5 : undefined;
        const outcome = outcomeOf(planned, { endAt, startAt: endAt, outputParameters, r2 });
        const run = { projectId, executionId, fence: 1 };
        await withFaults(verbs.faults, plan, () => writeTaskResults(owner, run, [{ kind: 'ended', planned, outcome }]));
        tasks.push(taskId);
        break;
      }
      case 'decide': {
        const taskId = recent(one.task);
        if (taskId === undefined) break;
        const named = [{ id: heldIdText({ taskId }), metric: one.metric }];
        await withFaults(verbs.faults, plan, () =>
          decideMany(owner, 'pair', named, { state: one.state, reason: 'looked' }),
        );
        break;
      }
      case 'exclude': {
        const taskId = recent(one.task);
        if (taskId === undefined) break;
        await withFaults(verbs.faults, plan, () =>
          setExcluded(owner, taskId, { excluded: one.excluded, reason: 'outlier' }),
        );
        break;
      }
      case 'correct': {
        if (taken.has(one.slot)) break;
        taken.add(one.slot);
        const parameters = { [metrics[0] ?? '']: { value: 0.91, calibratedAt: instantOf(one.slot) } };
        await updateParameters(owner, { chipId: 'pair', qid: '0', parameters });
        break;
      }
      case 'deliver':
        await deliver();
    }
  }
}

/** Delivers all events to the consumer. */
async function deliver(): Promise<void> {
  for (const item of await scan(verbs.db)) if (item.entity === 'task-result') await project(owner, [changesOf(item)]);
}

/** What a look at every result and edit gives: by metric what counts, and what waits because it is newer. */
async function bruteForce() {
  const items = await scan(verbs.db);
  const results = items.filter(({ entity }) => entity === 'task-result').map((item) => taskResultEntity.decode(item));
  const edits = items.filter(({ entity }) => entity === 'sample').flatMap(decodeSamples);
  return metrics.map((metric) => {
    const measured = results.flatMap((result) => measurementOf(result, metric));
    const edited = edits
      .filter((edit) => edit.metric === metric)
      .map(({ at, value }) => ({ at, value, state: undefined as string | undefined }));
    const all = [...measured, ...edited].toSorted((a, b) => (a.at < b.at ? 1 : -1));
    const counts = all.find(({ state }) => state !== 'held' && state !== 'rejected');
    const waits = all.find(({ state }) => state === 'held');
    return {
      metric,
      counts: counts && { at: counts.at, value: counts.value },
      waits: waits && (!counts || waits.at > counts.at) ? { at: waits.at, value: waits.value } : undefined,
    };
  });
}

function measurementOf({ excluded, endAt = '', outputParameters, gateMarks }: TaskResultRecord, metric: string) {
  const output = outputParameters[metric];
  if (excluded || !output) return [];
  const state = gateMarks?.[metric]?.state;
  return [{ at: endAt, value: state === 'faulty' ? null : Number(output.value), state: state as string | undefined }];
}

/** The same as the qubit's own record has it. */
async function stored() {
  const items = (await scan(verbs.db))
    .filter(({ entity }) => entity === 'target')
    .map((item) => targetEntity.decode(item));
  const target = items.find(({ kind, id }) => kind === 'qubit' && id === '0');
  if (!target) throw new Error('the qubit is gone');
  const held = heldReadings([target]);
  return metrics.map((metric) => {
    const value = target.data[metric];
    const faultyAt = target.faulty[metric];
    const waits = held.find((one) => one.metric === metric);
    return {
      metric,
      counts: value
        ? { at: value.calibratedAt, value: value.value }
        : faultyAt
          ? { at: faultyAt, value: null }
          : undefined,
      waits: waits && { at: waits.at, value: waits.value },
    };
  });
}

test('whatever is measured, held, accepted, rejected, excluded and included: what counts and what waits is what a look at everything gives', async () => {
  let waited = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), faultPlan, async (steps, plan) => {
      verbs.faults.clear();
      await verbs.empty();
      verbs.now = new Date('2025-03-02T00:00:00.000Z');
      owner = await verbs.member('alice');
      await createChip(owner, { chipId: 'pair', topologyId: 'linear-2' });
      const { executionId } = await putRunning(verbs.db, { projectId: owner.projectId, chipId: 'pair', gate: 'hold' });
      await play(steps, plan, executionId);
      const expected = await bruteForce();
      expect(await stored()).toEqual(expected);
      await deliver();
      expect(await stored()).toEqual(expected);
      waited += expected.filter(({ waits }) => waits).length;
    }),
    { numRuns: caseCount(60), endOnFailure: true },
  );
  expect(waited).toBeGreaterThan(0);
});
