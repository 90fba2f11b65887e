import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedDevices } from '#test/support/devices/published.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

interface Version {
  calibrated_at: string;
  calibration: { single_qubits: Record<string, Record<string, unknown>> };
}

/** A value of the file, unconverted: nanoseconds or hertz; zero and null mean that it was not measured. */
type Reading = (qubit: Record<string, unknown>) => unknown;

const within =
  (name: string, field: string): Reading =>
  (qubit) =>
    (qubit[name] as Record<string, unknown>)?.[field];
const first = (value: unknown) => (Array.isArray(value) ? value[0] : value);

/** Three metrics, how the file holds them in its versions, and what its number is divided by. */
const metrics: [string, Reading[], number][] = [
  ['t1', [(qubit) => first(qubit.t1), within('coherence', 't1')], 1e3],
  ['t2_echo', [(qubit) => first(qubit.t2_spin_echo), within('coherence', 't2_spin_echo')], 1e3],
  ['qubit_frequency', [within('qubit', 'frequency_01'), within('qubit', 'omega_01')], 1e9],
];

/** The value at an instant and its start, by walking through the versions in the order of their times. */
function standing(
  versions: readonly Version[],
  qid: string,
  [, readings, divisor]: (typeof metrics)[number],
  at: string,
) {
  let found: { value: number; at: string } | undefined;
  for (const { calibrated_at, calibration } of versions) {
    const when = new Date(calibrated_at).toISOString();
    const numbers = readings.map((reading) => reading(calibration.single_qubits[qid] ?? {}));
    const number = numbers.find((one) => typeof one === 'number' && one > 0) as number | undefined;
    if (when > at || number === undefined) continue;
    if (found?.value !== number / divisor) found = { value: number / divisor, at: when };
  }
  return found;
}

const readVersions = (): Version[] =>
  readFileSync(publishedDevices.path('qibolab/qw5q_platinum_history.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** In the order of their times; of several of one time the last of the file. */
const byTime = (versions: readonly Version[]): Version[] =>
  [...new Map(versions.map((one) => [Date.parse(one.calibrated_at), one]))]
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('a real history'), () => {
  let world: World;
  let owner: Caller;
  beforeAll(async () => {
    world = await startWorld();
    owner = await world.register('owner');
  });
  afterAll(() => world.stop());

  it('a chip as of 20 instants has what a walk through its 49 real calibrations finds', async () => {
    const calibrations = readVersions();
    expect(calibrations).toHaveLength(49);
    await owner.api.importChip({ body: { format: 'qibolab', chip_id: 'qw5q', documents: { calibrations } } });
    const ordered = byTime(calibrations);
    const [from = 0, to = 0] = [ordered[0], ordered.at(-1)].map((one) => Date.parse(one?.calibrated_at ?? ''));
    let compared = 0;
    for (let n = 0; n < 20; n += 1) {
      const at = new Date(from + (to - from) * (n / 19)).toISOString();
      const chip = await owner.api.getChip({ params: { chip_id: 'qw5q' }, query: { as_of: at } });
      for (const qid of ['0', '1', '2', '3', '4']) {
        for (const metric of metrics) {
          const expected = standing(ordered, qid, metric, at);
          const { value, calibrated_at } = chip.qubits?.[qid]?.data[metric[0]] ?? {};
          expect([qid, metric[0], at, calibrated_at]).toEqual([qid, metric[0], at, expected?.at]);
          if (expected) expect(value).toBeCloseTo(expected.value, 9);
          compared += expected ? 1 : 0;
        }
      }
    }
    expect(compared).toBeGreaterThan(200);
  });
});
