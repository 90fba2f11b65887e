import { describe, expect, it } from 'vitest';
import { rankCorrelation } from '#shared/statistics/rules/correlation.ts';
import { chipShift, scoreAmongNeighbours } from '#shared/statistics/rules/cross-section.ts';
import { qValues } from '#shared/statistics/rules/false-discovery.ts';
import { healthOf } from '#shared/statistics/rules/health.ts';
import { histogram } from '#shared/statistics/rules/histogram.ts';
import { bestPatch, costOf } from '#shared/statistics/rules/patch/best-patch.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { judgeT2 } from '#shared/statistics/rules/t2-limit.ts';
import { gate } from '#shared/statistics/rules/write-gate.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { median, quantile } from '#shared/values/rules/statistics.ts';
import { planOf } from '#test/support/devices/ibm-device.ts';
import { publishedDevices } from '#test/support/devices/published.ts';

const torino = (date: string) =>
  planOf({
    conf: publishedDevices.json('ibm/conf_torino.json'),
    props: publishedDevices.json(`ibm/props_torino_${date}.json`),
  });

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('Torino'), () => {
  const plans = publishedDevices.available ? { 2024: torino('2024-02-28'), 2025: torino('2025-02-26') } : undefined;
  const targets = (year: 2024 | 2025 = 2025) => plans?.[year].targets ?? [];
  const currentOf = (id: string, key: string, year: 2024 | 2025 = 2025) =>
    targets(year).find((target) => target.id === id)?.values[key];
  const qubits = targets().filter(({ kind }) => kind === 'qubit');

  it("the health of Torino's qubits is that of the book", () => {
    const goals = { t1: 100, t2_echo: 200, average_readout_fidelity: 0.99, x90_gate_fidelity: 0.999 };
    const found = qubits.map(({ id }) =>
      healthOf(
        Object.entries(goals).flatMap(([metric, target]) => {
          const value = currentOf(id, metric)?.value;
          if (value === undefined) return [];
          return [{ metric, value, target, mode: 'maximize', isFidelity: target < 1, isStale: false } as const];
        }),
        [],
        4,
      ),
    );
    expect(median(found.flatMap(({ health }) => health ?? []))).toBeCloseTo(0.705, 3);
    const least = Math.min(...found.map(({ health }) => health ?? 1));
    expect(least).toBeCloseTo(0.064, 3);
    expect(qubits[found.findIndex(({ health }) => health === least)]?.id).toBe('86');
    const limits = Object.groupBy(found, ({ limitedBy }) => limitedBy ?? '');
    expect(Object.keys(goals).map((metric) => limits[metric]?.length)).toEqual([6, 53, 72, 2]);
  });

  it('the best patches of Torino are those of the book', () => {
    const graph = {
      qubits: new Map(
        qubits.flatMap(({ id }) => {
          const [readout, gateFidelity] = ['average_readout_fidelity', 'x90_gate_fidelity'].map(
            (key) => currentOf(id, key)?.value,
          );
          return readout && gateFidelity ? [[id, costOf(readout, gateFidelity)] as const] : [];
        }),
      ),
      couplings: targets().flatMap(({ kind, id, values }) => {
        const fidelity = values.cz_gate_fidelity?.value;
        return kind === 'coupling' && fidelity
          ? [{ qubits: id.split('-') as unknown as readonly [string, string], cost: costOf(fidelity) }]
          : [];
      }),
    };
    const patch = (size: number) => {
      const found = bestPatch(graph, size);
      return found.found ? [found.qubits.map(Number), found.fidelity.toFixed(4), found.method] : found;
    };
    expect(patch(4)).toEqual([[28, 29, 30, 36], '0.9526', 'exact']);
    expect(patch(5)).toEqual([[80, 81, 92, 98, 99], '0.9230', 'exact']);
    expect(patch(10)).toEqual([[5, 6, 7, 8, 17, 27, 28, 29, 30, 36], '0.8305', 'approximate']);
  });

  it('two readouts of Torino would be faulty, both of qubit 86, and no value is held', () => {
    const judged = targets().flatMap(({ id, kind, values }) =>
      Object.entries(values).flatMap(([key, { value, unit }]) => {
        const { outcome } = gate({ value, unit, shots: 1 }, describeMetric(key, kind));
        return outcome === 'hold' || outcome === 'faulty' ? [`${outcome} ${id} ${key}`] : [];
      }),
    );
    const t2 = qubits.flatMap(({ id, values }) => {
      const { t1, t2_echo: echo } = values;
      if (!t1 || !echo) return [];
      const found = judgeT2({ ...t1, at: t1.calibratedAt }, { ...echo, at: echo.calibratedAt });
      return found.outcome === 'pass' ? [] : [[Number(id), Number(found.z.toFixed(2)), found.outcome]];
    });
    expect(judged.sort()).toEqual(['faulty 86 average_readout_fidelity', 'faulty 86 readout_fidelity_1']);
    expect(t2).toEqual([
      [23, 0.45, 'note'],
      [44, 1.66, 'note'],
      [61, 1.34, 'note'],
      [65, 0.03, 'note'],
      [86, 7.87, 'note'],
    ]);
  });

  it('nothing is established between the two dates of Torino', () => {
    const metrics = ['t1', 't2_echo', 'average_readout_fidelity', 'x90_gate_fidelity', 'cz_gate_fidelity'];
    const scored = [...metrics, 'readout_fidelity_0', 'readout_fidelity_1'].map((key) => {
      const kind = key === 'cz_gate_fidelity' ? 'coupling' : 'qubit';
      const { toScale } = scaleOf(describeMetric(key, kind));
      const changes = targets().flatMap(({ id, values }) => {
        const [before, after] = [currentOf(id, key, 2024)?.value, values[key]?.value];
        const [from, to] = [before, after].map((value) => (value === undefined ? undefined : toScale(value)));
        return from === undefined || to === undefined ? [] : [to - from];
      });
      const shift = chipShift(changes);
      return { shift, scores: changes.flatMap((change) => (shift && scoreAmongNeighbours(change, shift)) ?? []) };
    });
    expect(scored.slice(0, 5).map(({ shift }) => [shift?.shift.toFixed(3), shift?.error.toFixed(3)])).toEqual([
      ['0.071', '0.046'],
      ['0.051', '0.045'],
      ['0.173', '0.090'],
      ['-0.037', '0.059'],
      ['0.087', '0.067'],
    ]);
    const all = scored.flatMap(({ scores }) => scores);
    expect(all).toHaveLength(937);
    expect(all.filter(({ z }) => Math.abs(z) >= 3)).toHaveLength(7);
    expect(qValues(all.map(({ p }) => p)).filter((q) => q <= 0.05)).toEqual([]);
  });

  it('T1 of Torino is drawn in nine bins, and correlates with the other metrics as the book says', () => {
    const of = (key: string) => qubits.map(({ values }) => values[key]?.value);
    const t1 = of('t1').flatMap((value) => value ?? []);
    expect(histogram(t1)).toHaveLength(9);
    const width = (2 * ((quantile(t1, 0.75) ?? 0) - (quantile(t1, 0.25) ?? 0))) / Math.cbrt(t1.length);
    expect(width).toBeCloseTo(37, 1);
    const withT1 = (key: string, sign = 1) =>
      rankCorrelation(
        of(key).flatMap((value, index) => {
          const other = of('t1')[index];
          return value === undefined || other === undefined ? [] : [[other, sign * value] as const];
        }),
      );
    expect(withT1('t2_echo')?.rho).toBeCloseTo(0.459, 3);
    expect(withT1('t2_echo')?.interval?.map((end) => end.toFixed(3))).toEqual(['0.305', '0.590']);
    expect(withT1('x90_gate_fidelity', -1)?.rho).toBeCloseTo(-0.503, 3);
    expect(withT1('average_readout_fidelity', -1)?.rho).toBeCloseTo(-0.124, 3);
    expect(withT1('average_readout_fidelity', -1)?.interval?.map((end) => end.toFixed(3))).toEqual(['-0.289', '0.048']);
  });
});
