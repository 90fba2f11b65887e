import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { readOrigin, readOriginOfImpact } from '#shared/results/verbs/provenance/first-reads.ts';
import { readImpact, readLineage } from '#shared/results/verbs/provenance/graphs.ts';
import { readParameterHistory } from '#shared/results/verbs/provenance/history.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import type { TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let owner: ProjectContext;
let chips = 0;
beforeAll(async () => {
  verbs = await startVerbs(1);
  owner = await verbs.member('owner');
});
afterAll(() => verbs.stop());

const metrics = ['metric_a', 'metric_b'] as const;
const targets = ['0', '1', '0-1'] as const;
const names = ['metric_a', 'metric_b', 'control_metric_a', 'target_metric_a'] as const;
/** Few numbers, so that values of several versions are equal. */
const number = fc.integer({ min: 1, max: 4 });

const step = fc.record({
  target: fc.constantFrom(...targets),
  metric: fc.constantFrom(...metrics),
  task: fc.constantFrom('OwnTask', 'OtherTask'),
  byHand: fc.boolean(),
  value: number,
  inputs: fc.dictionary(fc.constantFrom(...names), number, { maxKeys: 3 }),
  /** How long before its end it began, in minutes: it may have begun before others ended. */
  minutes: fc.integer({ min: 0, max: 5 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A history of one parameter that is longer than the searched part. */
const long: Step[] = Array.from({ length: 20 }, (_, n) => ({
  ...{ target: '0', metric: 'metric_a', task: 'OwnTask', byHand: false, value: 1 + (n % 4), minutes: 1 },
  inputs: { metric_a: 1 + ((n + 3) % 4), metric_b: 1 },
}));

/** One value of the history, as it was written. */
interface Written extends Step {
  n: number;
  at: string;
  startAt: string;
}

const isPair = (target: string) => target.includes('-');

/** A manual value uses nothing. */
const usedBy = (made: Written, all: readonly Written[]): Written[] => {
  if (made.byHand) return [];
  const newest = (target: string, metric: string, value: number) =>
    all
      .filter((one) => one.target === target && one.metric === metric && one.value === value && one.at <= made.startAt)
      .at(-1);
  return Object.entries(made.inputs).flatMap(([name, value]) => {
    if (!isPair(made.target)) return newest(made.target, name, value) ?? [];
    const [, role, bare] = /^(control|target)_(.+)$/.exec(name) ?? [];
    const [first, second] = role === 'target' ? ['1', '0'] : ['0', '1'];
    return (
      newest(made.target, name, value) ??
      newest(first ?? '', bare ?? name, value) ??
      newest(second ?? '', bare ?? name, value) ??
      []
    );
  });
};

/** Everything reached from one value by a relation, itself too. */
function reached(from: Written, next: (one: Written) => Written[]): Set<number> {
  const found = new Set([from.n]);
  const open = [from];
  for (let one = open.pop(); one; one = open.pop())
    for (const other of next(one))
      if (!found.has(other.n)) {
        found.add(other.n);
        open.push(other);
      }
  return found;
}

async function write(steps: readonly Step[]): Promise<{ chipId: string; all: Written[] }> {
  chips += 1;
  const chipId = `c${chips}`;
  await createChip(owner, { chipId, topologyId: 'linear-4' });
  const created = owner.clock().getTime();
  const instant = (minutes: number) => new Date(created + minutes * 60_000).toISOString();
  verbs.now = new Date(created + (steps.length + 1) * 60_000);
  const executionId = `20250201-${String(chips).padStart(3, '0')}`;
  const execution = await putRunning(owner.db, { projectId: owner.projectId, chipId, executionId, username: 'owner' });
  const all = steps.map((one, n) => ({
    ...one,
    n,
    at: instant(n + 1),
    startAt: instant(Math.max(0, n + 1 - one.minutes)),
  }));
  for (const one of all) {
    if (one.byHand) {
      const parameters = { [one.metric]: { value: one.value, calibratedAt: one.at } };
      await updateParameters(owner, { chipId, qid: one.target, parameters });
      continue;
    }
    const planned = plannedTask(one.n, {
      ...{ taskId: taskIdOf(chipId, one.n), name: one.task, target: one.target },
      type: isPair(one.target) ? 'coupling' : 'qubit',
    });
    const outcome: TaskOutcome = outcomeOf(planned, {
      ...{ startAt: one.startAt, endAt: one.at },
      inputParameters: Object.fromEntries(
        Object.entries(one.inputs).map(([name, value]) => [name, measuredValue(value, '')]),
      ),
      outputParameters: { [one.metric]: measuredValue(one.value, '') },
    });
    const { fence } = execution;
    await writeTaskResults(owner, { projectId: owner.projectId, executionId, fence }, [
      { kind: 'ended', planned, outcome },
    ]);
  }
  return { chipId, all };
}

const taskIdOf = (chipId: string, n: number) => `${chipId}-task-${n}`;

/** Reads the lineage and the impact of one value, and compares both. @returns how many of the two are whole. */
async function compare(chipId: string, one: Written, all: readonly Written[]): Promise<number> {
  const history = await readParameterHistory(owner, { chipId, metric: one.metric, qid: one.target }, 100);
  const expected = all.filter(({ target, metric }) => target === one.target && metric === one.metric);
  expect(history.versions.map(({ version }) => version.at)).toEqual(expected.map(({ at }) => at).toReversed());
  const entityId = history.versions.find(({ version }) => version.at === one.at)?.version.entityId ?? '';
  const uses = new Map(all.map((made) => [made.n, usedBy(made, all)]));
  const lineage = reached(one, (made) => uses.get(made.n) ?? []);
  const impact = reached(one, (used) => all.filter((made) => uses.get(made.n)?.includes(used)));
  const [origin, ofImpact] = await Promise.all([readOrigin(owner, entityId), readOriginOfImpact(owner, entityId)]);
  const graphs = await Promise.all([readLineage(owner, origin, 20), readImpact(owner, ofImpact, 20)]);
  const numbers = new Map(all.map(({ at, n }) => [at, n]));
  for (const [index, { nodes, complete }] of graphs.entries()) {
    const wanted = index === 0 ? lineage : impact;
    const found = nodes.flatMap((node) => (node.kind === 'entity' ? [numbers.get(node.version.at) ?? -1] : []));
    expect([index, found.filter((n) => !wanted.has(n))]).toEqual([index, []]);
    const isCut = nodes.some(({ depth }) => depth === 20);
    if (complete && !isCut) expect([index, found.length]).toEqual([index, wanted.size]);
  }
  return graphs.filter(({ complete }) => complete).length;
}

test('lineage and impact are those of a search through every value there is, or say that they may lack something', async () => {
  let whole = 0;
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const { chipId, all } = await write(steps);
      for (const one of new Set([all.at(0), all.at(-1), all[Math.floor(all.length / 2)]])) {
        if (one) whole += await compare(chipId, one, all);
        asked += 2;
      }
    }),
    { numRuns: caseCount(40), examples: [[long]] },
  );
  // Both happen: most histories are short enough, some are longer than the searched part.
  expect([whole > 0, whole < asked]).toEqual([true, true]);
});
