import { chipShift, scoreAmongNeighbours } from '#shared/statistics/rules/cross-section.ts';
import { qValues } from '#shared/statistics/rules/false-discovery.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { planOf } from '#test/support/devices/ibm-device.ts';
import type { Caller } from './world.ts';

type Documents = { conf: unknown; props: unknown };

/** The metrics of a device that are compared: each value once. */
export const comparedMetrics = [
  't1',
  't2_echo',
  'average_readout_fidelity',
  'x90_gate_fidelity',
  'cz_gate_fidelity',
  'readout_fidelity_0',
  'readout_fidelity_1',
];

/** Imports two calibrations of a device, each into the recorded time of a cool-down of its own, and compares these. */
export async function compareTwoDates(
  { api }: Pick<Caller, 'api'>,
  chip_id: string,
  [before, after]: [Documents, Documents],
) {
  for (const documents of [before, after]) await api.importChip({ body: { format: 'ibm', chip_id, documents } });
  const cryo_id = `of-${chip_id}`;
  await api.createCryostat({ body: { cryo_id } });
  const period = (cooldown_id: string, started_at: string, ended_at: string) =>
    api.createCooldown({ body: { cooldown_id, cryo_id, started_at, ended_at, chip_ids: [chip_id] } });
  await period(`${chip_id}-1`, '2023-01-01', '2024-05-01');
  await period(`${chip_id}-2`, '2024-10-01', '2025-05-01');
  const sides = { cooldown_id_before: `${chip_id}-1`, cooldown_id_after: `${chip_id}-2`, limit: 2500 };
  const params = { chip_id };
  const { differences: whole } = await api.getChipDifferences({ params, query: sides });
  return { whole, ...(await api.getChipDifferences({ params, query: { ...sides, metrics: comparedMetrics } })) };
}

/** The q-value of each score of a whole chip, by the book. */
export function qOfWhole(whole: Awaited<ReturnType<typeof compareTwoDates>>['whole']): Map<string, number | undefined> {
  const scored = whole.flatMap(({ score, ...one }) => (score ? [{ ...one, p: score.p }] : []));
  const qs = qValues(scored.map(({ p }) => p));
  return new Map(scored.map(({ kind, target_id, metric }, n) => [`${kind} ${target_id} ${metric}`, qs[n]]));
}

/** The same from the documents, by the book: each change among those of its neighbours. */
export function scoresOfTwoDates([before, after]: [Documents, Documents]) {
  const [from, to] = [planOf(before), planOf(after)];
  const values = new Map(from.targets.map(({ kind, id, values: own }) => [`${kind} ${id}`, own]));
  const scores = comparedMetrics.flatMap((metric) => {
    const changes = to.targets.flatMap(({ kind, id, values: own }) => {
      const { toScale, worse, kind: scaleKind } = scaleOf(describeMetric(metric, kind));
      const [one, other] = [values.get(`${kind} ${id}`)?.[metric]?.value, own[metric]?.value];
      // A fidelity no better than chance is a faulty mark (rule GATE-14).
      const isBelowChance = (value: number) => scaleKind === 'fidelity' && kind === 'qubit' && value <= 0.5;
      const [y1, y2] = [one, other].map((value) =>
        value === undefined || isBelowChance(value) ? undefined : toScale(value),
      );
      if (y1 === undefined || y2 === undefined) return [];
      return [{ name: `${kind} ${id} ${metric}`, change: y2 - y1, sign: worse === 'up' ? -1 : 1 }];
    });
    const shift = chipShift(changes.map(({ change }) => change));
    return changes.flatMap(({ name, change, sign }) => {
      const score = shift && scoreAmongNeighbours(change, shift);
      return score ? [{ name, z: sign * score.z }] : [];
    });
  });
  return new Map(scores.map(({ name, z }) => [name, { z }]));
}
