import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { freshnessOf } from '#shared/statistics/rules/freshness.ts';
import { metricHorizon } from '#shared/statistics/rules/horizon.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { rebuildChip } from '#shared/values/verbs/projection/rebuild.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const chip_id = 'chip';
const params = { chip_id };
const DAY_MS = 86_400_000;
const ever = new Date('2100-01-01T00:00:00.000Z');
const qids = Array.from({ length: 12 }, (_, n) => String(n));
/** Nights on which every T1 was measured, the last one today. */
const nights = 24;

/** T1 of each qubit in us on each night: a walk of steps of a tenth, up or down as coins of a fixed seed fall. */
const walks = (() => {
  let state = 11;
  const step = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 2000 < 1000 ? 0.1 : -0.1;
  };
  return qids.map(() => {
    let y = Math.log(60);
    return Array.from({ length: nights }, () => {
      y += step();
      return Math.exp(y);
    });
  });
})();
const t1Of = (qubit: number, night: number): number => walks[qubit]?.[night] ?? Number.NaN;

let world: World;
let owner: Caller;

let lastNightMs: number;
const instantOf = (night: number) => new Date(lastNightMs - (nights - 1 - night) * DAY_MS).toISOString();

async function sweep(): Promise<void> {
  const context = { ...world.stack.runtime, requestId: 'sweep' };
  for (let closed = 1; closed > 0; ) ({ closed } = await closeSpans(context, ever));
}

const coverage = async () => (await owner.api.getChipMetrics({ params, query: {} })).qubit_coverage.t1;

/** By the definition, from what was written on the days that are over. */
function expectedHorizon() {
  const series = qids.map((target, qubit) => ({
    target,
    points: Array.from({ length: nights - 1 }, (_, night) => ({
      day: instantOf(night).slice(0, 10),
      y: Math.log(t1Of(qubit, night)),
      n: 1,
    })),
  }));
  return metricHorizon(series, scaleOf(describeMetric('t1', 'qubit')));
}

beforeAll(async () => {
  world = await startWorld();
  lastNightMs = world.now().getTime();
  const person = await world.register('owner');
  // The tests go beyond the end of a login.
  const { token } = await person.api.createApiToken({ body: { name: 'long' } });
  owner = { ...person, token, api: world.client(token, person.projectId) };
  await owner.api.createChip({ body: { chip_id, topology_id: 'linear-12' } });
  for (let night = 0; night < nights; night += 1)
    for (const [qubit, qid] of qids.entries()) {
      const t1 = { value: t1Of(qubit, night), unit: 'us', calibrated_at: instantOf(night) };
      await owner.api.updateCalibrationParameters({ body: { chip_id, qid, parameters: { t1 } } });
    }
});
afterAll(() => world.stop());

it('values are fresh for as long as the days of the chip tell once these are over, and the answer says so', async () => {
  expect(await coverage()).toMatchObject({ fresh_for_seconds: 172_800, freshness_basis: 'default' });
  await sweep();
  const horizon = expectedHorizon();
  expect(horizon).toMatchObject({ bound: 'exact', targets: qids.length });
  const { freshForSeconds } = freshnessOf(describeMetric('t1', 'qubit'), {
    horizons: { qubit: { t1: horizon as never } },
  });
  expect(freshForSeconds).not.toBe(172_800);
  expect(await coverage()).toMatchObject({ fresh_for_seconds: freshForSeconds, freshness_basis: 'horizon' });
  const { metrics } = await owner.api.getChipHealth({ params, query: {} });
  expect(metrics.find(({ metric }) => metric === 't1')?.fresh_for_seconds).toBe(freshForSeconds);
});

it('a value is stale from the age on that its chip tells, on the page of the chip as in its table', async () => {
  const { fresh_for_seconds: seconds = 0 } = (await coverage()) ?? {};
  const measuredMs = Date.parse(instantOf(nights - 1));
  const at = (afterSeconds: number) => new Date(measuredMs + afterSeconds * 1000).toISOString();
  const stateAt = async (as_of: string) =>
    (await owner.api.getChipMetrics({ params, query: { as_of } })).qubit_metrics.t1?.['3']?.state;
  world.advance(seconds + 60);
  expect(await stateAt(at(seconds))).toBe('fresh');
  expect(await stateAt(at(seconds + 1))).toBe('stale');
  const { expired } = await owner.api.getChipOverview({ params, query: { since: at(seconds - 60) } });
  expect(expired.total).toBe(qids.length);
});

it('the hours of the project override what the chip tells', async () => {
  const project = { project_id: owner.projectId };
  await owner.api.updateProject({ params: project, body: { freshness_hours: { coherence: 30 } } });
  expect(await coverage()).toMatchObject({ fresh_for_seconds: 108_000, freshness_basis: 'project' });
  await owner.api.updateProject({ params: project, body: { freshness_hours: { coherence: null } } });
  expect(await coverage()).toMatchObject({ freshness_basis: 'horizon' });
});

it('a rebuilt chip tells the same', async () => {
  const before = await coverage();
  const { db } = world.stack.runtime;
  await batchWriteItems(db, [{ delete: { pk: `P#${owner.projectId}#C#${chip_id}`, sk: 'HORIZONS' } }]);
  expect(await coverage()).toMatchObject({ freshness_basis: 'default' });
  await rebuildChip({ ...world.stack.runtime, requestId: 'rebuild' }, { projectId: owner.projectId, chipId: chip_id });
  expect(await coverage()).toEqual(before);
});

it('what one cool-down tells says nothing about the next', async () => {
  await owner.api.createCryostat({ body: { cryo_id: 'fridge' } });
  await owner.api.createCooldown({
    body: { cooldown_id: 'second', cryo_id: 'fridge', chip_ids: [chip_id], started_at: world.now().toISOString() },
  });
  expect(await coverage()).toMatchObject({ fresh_for_seconds: 172_800, freshness_basis: 'default' });
});
