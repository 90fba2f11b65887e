import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleRecord } from '#shared/values/store/samples.ts';
import { publishedDevices } from '#test/support/devices/published.ts';
import { bruteDifferences } from '#test/support/properties/brute-differences.ts';
import { compareTwoDates, qOfWhole, scoresOfTwoDates } from '../support/two-dates.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('differences of real devices'), () => {
  let world: World;
  let owner: Caller;
  beforeAll(async () => {
    world = await startWorld();
    owner = await world.register('owner');
  });
  afterAll(() => world.stop());

  it('the two dates of Torino as two cool-downs have six notable changes of 935, and none is established', async () => {
    const torino = (date: string) => ({
      conf: publishedDevices.json('ibm/conf_torino.json'),
      props: publishedDevices.json(`ibm/props_torino_${date}.json`),
    });
    const dates = [torino('2024-02-28'), torino('2025-02-26')] as [
      ReturnType<typeof torino>,
      ReturnType<typeof torino>,
    ];
    const found = await compareTwoDates(owner, 'torino', dates);
    expect(found.totals).toMatchObject({ scored: 935, notable: 6, established: 0 });
    const shifts = new Map(
      found.shifts.map(({ metric, shift, error }) => [metric, [shift.toFixed(3), error.toFixed(3)]]),
    );
    expect(shifts.get('t1')).toEqual(['0.071', '0.046']);
    expect(shifts.get('t2_echo')).toEqual(['0.051', '0.045']);
    expect(shifts.get('average_readout_fidelity')).toEqual(['0.168', '0.090']);
    expect(shifts.get('x90_gate_fidelity')).toEqual(['-0.037', '0.059']);
    expect(shifts.get('cz_gate_fidelity')).toEqual(['0.087', '0.067']);
    expect(found.totals.became_faulty).toContainEqual({ kind: 'coupling', metric: 'cz_gate_fidelity', count: 11 });
    const [wanted, qs] = [scoresOfTwoDates(dates), qOfWhole(found.whole)];
    for (const { kind, target_id, metric, score } of found.differences) {
      if (!score) continue;
      const name = `${kind} ${target_id} ${metric}`;
      const z = wanted.get(name)?.z ?? Number.NaN;
      expect([score.z, score.q]).toEqual([expect.closeTo(z, 9), expect.closeTo(qs.get(name) ?? 2, 9)]);
    }
  });

  it('ten pairs of instants in 49 calibrations of a chip differ as its files do', async () => {
    const { samples, dates } = calibrations();
    expect(dates).toHaveLength(49);
    await owner.api.createChip({ body: { chip_id: 'qw5q', topology_id: 'linear-5' } });
    for (const { target, metric, value, error, unit, at } of samples) {
      const parameters = { [metric]: { value, unit, calibrated_at: at, ...(error === undefined ? {} : { error }) } };
      const body = { chip_id: 'qw5q', qid: target.id, parameters: parameters as Record<string, { value: number }> };
      await owner.api.updateCalibrationParameters({ body });
    }
    let scored = 0;
    for (let n = 0; n < 10; n += 1) {
      const [before = '', after = ''] = [dates[n * 3], dates[n * 3 + 1 + 2 * n]];
      const { differences } = await owner.api.getChipDifferences({
        params: { chip_id: 'qw5q' },
        query: { as_of_before: before, as_of_after: after, limit: 2500 },
      });
      const wanted = bruteDifferences(samples, { asOf: before }, { asOf: after }, []);
      expect(
        differences.map((one) => [
          one.metric,
          one.target_id,
          one.before?.value,
          one.after?.value,
          one.score?.z,
          one.score?.q,
        ]),
      ).toEqual(
        wanted
          .filter(({ presence }) => presence === 'both')
          .map(({ metric, target, before: from, after: to, judged }) => [
            ...[metric, target.id, from?.value, to?.value],
            ...(judged ? [expect.closeTo(judged.z, 9), expect.closeTo(judged.q, 9)] : [undefined, undefined]),
          ]),
      );
      scored += differences.filter(({ score }) => score).length;
    }
    expect(scored).toBeGreaterThan(40);
  });
});

type Coherence = { t1: unknown; t2: unknown };
type Calibration = {
  calibrated_at: string;
  calibration: { single_qubits: Record<string, { coherence?: Coherence; readout?: { fidelity: unknown } }> };
};

/** Each T1, T2 and readout fidelity of the history, as manually set values; nulls and failed fits are left out. */
function calibrations(): { samples: SampleRecord[]; dates: string[] } {
  const text = readFileSync(publishedDevices.path('qibolab/qw5q_platinum_history.jsonl'), 'utf8');
  const all = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Calibration]));
  const dates = all.map(({ calibrated_at }) => new Date(calibrated_at).toISOString());
  const samples = all.flatMap(({ calibration }, date) =>
    Object.entries(calibration.single_qubits).flatMap(([id, { coherence, readout }]) =>
      [
        sampleOf('t1', coherence?.t1, 1000),
        sampleOf('t2_star', coherence?.t2, 1000),
        sampleOf('average_readout_fidelity', readout?.fidelity, 1),
      ].flatMap((value, n): SampleRecord[] => {
        const at = dates[date] ?? '';
        const target = { kind: 'qubit' as const, id };
        const own = { projectId: '', chipId: 'qw5q', recordedAt: at, recordedBy: '', source: 'manual' as const };
        return value ? [{ ...own, ...value, target, at, sampleId: `${date} ${n}` }] : [];
      }),
    ),
  );
  return { samples, dates };
}

function sampleOf(metric: string, given: unknown, divisor: number) {
  const [value, error] = Array.isArray(given) ? given : [given, undefined];
  if (typeof value !== 'number' || value <= 0 || (divisor === 1 && value > 1)) return undefined;
  const stated = typeof error === 'number' && error > 0 ? { error: error / divisor } : {};
  return { metric, value: value / divisor, unit: divisor === 1 ? '' : 'us', ...stated };
}
