import { describe, expect, it } from 'vitest';
import { midRanks, rankCorrelation, spearman } from '#shared/statistics/rules/correlation.ts';
import { freshnessOf, freshnessPolicy } from '#shared/statistics/rules/freshness.ts';
import { type HealthInput, healthOf, shareOfTarget } from '#shared/statistics/rules/health.ts';
import { histogram } from '#shared/statistics/rules/histogram.ts';
import { driftBins, horizonOf, metricHorizon } from '#shared/statistics/rules/horizon.ts';
import { bestPatch, costOf } from '#shared/statistics/rules/patch/best-patch.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { quantile } from '#shared/values/rules/statistics.ts';

/** Independent draws of a standard normal deviate, the same for each seed. */
function normalNoise(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

describe('freshness', () => {
  const bins = [
    { days: 1, variance: 0.02 },
    { days: 3, variance: 0.05 },
    { days: 6, variance: 0.08 },
  ];

  it('the horizon is the age at which the uncertainty has doubled', () => {
    expect(horizonOf(bins, 12, 0.04, 0.1)).toEqual({
      days: expect.closeTo(2.44, 2),
      bound: 'exact',
      bins: 3,
      targets: 12,
    });
    expect(horizonOf(bins, 12, 0, 0.05)).toMatchObject({ days: 1, bound: 'at_most' });
    expect(horizonOf(bins, 12, 0, 0.5)).toMatchObject({ days: 6, bound: 'at_least' });
    expect(horizonOf([], 12, 0, 0.1)).toBeUndefined();
  });

  it('pairs are pooled over targets by their distance in time, and never fall', () => {
    const series = Array.from({ length: 5 }, () => Array.from({ length: 9 }, (_, n) => ({ days: n, y: n * 0.1 })));
    const found = driftBins(series);
    expect(found.map(({ pairs }) => pairs)).toEqual([40, 35, 55, 45]);
    expect(found.map(({ days }) => Number(days.toFixed(3)))).toEqual([1, 2, 3.455, 5.778]);
    expect(found[0]?.variance).toBeCloseTo((1.4826 * 0.1) ** 2, 9);
    const variances = found.map(({ variance }) => variance);
    expect(variances).toEqual([...variances].sort((a, b) => a - b));
  });

  it('bins that fall are pooled by their pairs', () => {
    const jumping = Array.from({ length: 6 }, () => Array.from({ length: 14 }, (_, n) => ({ days: n, y: n % 2 })));
    const [first, second] = driftBins(jumping);
    expect(first?.days).toBe(1);
    expect(first?.variance).toBe(second?.variance);
  });

  it('the horizon of 133 random walks is what their steps and errors say', () => {
    const scale = scaleOf(describeMetric('t1', 'qubit'));
    const noise = normalNoise(7);
    const series = Array.from({ length: 133 }, (_, target) => {
      let level = Math.log(60);
      return {
        target: String(target),
        points: Array.from({ length: 30 }, (__, night) => {
          level += 0.1 * noise();
          const day = new Date(Date.UTC(2025, 0, 1 + night)).toISOString().slice(0, 10);
          return { day, y: level + 0.04 * noise(), n: 1, error: 0.04 };
        }),
      };
    });
    // The variance grows by 0.01 a day from twice 0.04 squared, and has doubled at 0.0416.
    const found = metricHorizon(series, scale);
    expect(found).toMatchObject({ bound: 'exact', targets: 133 });
    expect(found?.days).toBeGreaterThan(3.4);
    expect(found?.days).toBeLessThan(4.3);
    expect(metricHorizon(series.slice(0, 2), scale)).toBeUndefined();
    expect(metricHorizon(series, scaleOf(describeMetric('readout_length', 'qubit')))).toBeUndefined();
  });

  it('a project decides on freshness, else the horizon where it is known well enough, else the default', () => {
    const horizon = { days: 2, bound: 'exact', bins: 3, targets: 10 } as const;
    expect(freshnessPolicy(24, { projectHours: 5, horizon })).toEqual({ hours: 5, basis: 'project' });
    expect(freshnessPolicy(24, { horizon })).toEqual({ hours: 48, basis: 'horizon' });
    expect(freshnessPolicy(24, { horizon: { ...horizon, bins: 2 } })).toEqual({ hours: 24, basis: 'default' });
    expect(freshnessPolicy(24, { horizon: { ...horizon, targets: 9 } })).toEqual({ hours: 24, basis: 'default' });
    expect(freshnessPolicy(24, { horizon: { ...horizon, bound: 'at_most' } }).basis).toBe('default');
    expect(freshnessPolicy(72, { horizon: { ...horizon, bound: 'at_least' } }).basis).toBe('default');
    expect(freshnessPolicy(24, { horizon: { ...horizon, days: 0.01 } }).hours).toBe(6);
    expect(freshnessPolicy(24, { horizon: { ...horizon, days: 90 } }).hours).toBe(720);
    expect(freshnessPolicy(24)).toEqual({ hours: 24, basis: 'default' });
    const t1 = describeMetric('t1', 'qubit');
    expect(freshnessOf(t1, undefined)).toEqual({ freshForSeconds: 172_800, basis: 'default' });
    expect(freshnessOf(t1, { projectHours: { readout: 5 } })).toEqual({ freshForSeconds: 172_800, basis: 'default' });
    expect(freshnessOf(t1, { projectHours: { coherence: 0.25 } })).toEqual({ freshForSeconds: 900, basis: 'project' });
  });
});

describe('health', () => {
  const input = (metric: string, value: number | null, target: number, isFidelity = false): HealthInput => ({
    metric,
    value,
    target,
    mode: 'maximize',
    isFidelity,
    isStale: false,
  });
  const qubit = [
    input('t1', 52, 100),
    input('t2_echo', 141, 200),
    input('average_readout_fidelity', 0.9771, 0.99, true),
    input('x90_gate_fidelity', 0.99974, 0.999, true),
  ];

  it('a qubit is as healthy as its metrics reach their targets, and the least of them limits it', () => {
    expect(qubit.map((one) => Number(shareOfTarget(one).toFixed(4)))).toEqual([0.52, 0.705, 0.4367, 1]);
    const found = healthOf(qubit, [], 4);
    expect(found.health).toBeCloseTo(0.6325, 4);
    expect(found).toMatchObject({ limitedBy: 'average_readout_fidelity', known: 4, of: 4, staleShare: 0 });
  });

  it('a faulty metric makes health zero, fewer than half of the metrics nothing', () => {
    expect(healthOf([...qubit, input('t2_star', null, 50)], [], 5).health).toBe(0);
    expect(healthOf(qubit, [], 9).health).toBeNull();
    expect(healthOf([], [], 0)).toMatchObject({ health: null, limitedBy: null, staleShare: null });
  });

  it('couplings enter health as the median of their shares, and stale values are counted', () => {
    const cz = [0.5, 0.98, 0.995].map((value) => ({ ...input('cz_gate_fidelity', value, 0.99, true), isStale: true }));
    const found = healthOf([input('t1', 100, 100)], cz, 2);
    expect(found.health).toBeCloseTo(Math.sqrt(0.5), 9);
    expect(found).toMatchObject({ limitedBy: 'cz_gate_fidelity', staleShare: 0.75 });
  });

  it('a metric that is to be small and a perfect fidelity reach their targets of health', () => {
    expect(shareOfTarget({ value: 2, target: 1, mode: 'minimize', isFidelity: false })).toBe(0.5);
    expect(shareOfTarget({ value: 1, target: 0.99, mode: 'maximize', isFidelity: true })).toBe(1);
    expect(shareOfTarget({ value: 1, target: 1, mode: 'maximize', isFidelity: true })).toBe(1);
  });
});

describe('the best patch', () => {
  const square = {
    qubits: new Map([
      ['0', 0.1],
      ['1', 0.1],
      ['2', 0.1],
      ['10', 0.1],
    ]),
    couplings: [
      { qubits: ['0', '1'], cost: 0.3 },
      { qubits: ['1', '2'], cost: 0.1 },
      { qubits: ['2', '10'], cost: 0.1 },
    ] as const,
  };

  it('the best patch is the connected set of least cost, sorted, with the chance that all goes well', () => {
    expect(bestPatch(square, 3)).toEqual({
      found: true,
      qubits: ['1', '2', '10'],
      cost: expect.closeTo(0.5, 12),
      fidelity: expect.closeTo(Math.exp(-0.5), 12),
      method: 'exact',
      isWhole: true,
      tree: [
        ['1', '2'],
        ['2', '10'],
      ],
    });
  });

  it('of equal patches the one with the least ids is taken', () => {
    expect(bestPatch(square, 2)).toMatchObject({ qubits: ['1', '2'] });
    expect(bestPatch(square, 1)).toMatchObject({ qubits: ['0'] });
  });

  it('a size of a patch beyond the largest connected part names that part', () => {
    const torn = { ...square, couplings: square.couplings.slice(1) };
    expect(bestPatch(torn, 4)).toEqual({ found: false, largest: ['1', '2', '10'] });
    expect(bestPatch({ qubits: new Map(), couplings: [] }, 1)).toEqual({ found: false, largest: [] });
  });

  it('a search for a patch that is ended early is approximate and still a patch', () => {
    const line = {
      qubits: new Map(Array.from({ length: 300 }, (_, n) => [String(n), 0.1])),
      couplings: Array.from({ length: 299 }, (_, n) => ({ qubits: [String(n), String(n + 1)] as const, cost: 0.1 })),
    };
    expect(bestPatch(line, 20, 1)).toMatchObject({ found: true, method: 'approximate', isWhole: false });
    expect(bestPatch(line, 4, 1)).toMatchObject({ method: 'approximate', isWhole: false });
    expect(bestPatch(line, 4)).toMatchObject({ method: 'exact', isWhole: true });
    expect(() => bestPatch(line, 129)).toThrow(RangeError);
  });

  it('costs of fidelities in a patch add up', () => expect(costOf(0.5, 0.5)).toBeCloseTo(Math.log(4), 12));
});

describe('distributions', () => {
  it('quantiles are linear between the nearest values', () => {
    const values = [1, 2, 4, 8];
    expect([0.1, 0.25, 0.5, 0.9].map((share) => Number(quantile(values, share)?.toFixed(9)))).toEqual([
      1.3, 1.75, 3, 6.8,
    ]);
  });

  it('a histogram has at least five bins, and its last one is closed', () => {
    const found = histogram([0, 1, 2, 3, 4, 5, 6, 7, 8, 10]) ?? [];
    expect(found).toHaveLength(5);
    expect(found.map(({ count }) => count)).toEqual([2, 2, 2, 2, 2]);
    expect(found.at(-1)?.to).toBe(10);
  });

  it('bars without a spread in the middle are counted by their logarithm, equal and few values are listed', () => {
    expect(histogram([...Array(30).fill(5), 1, 9])).toHaveLength(6);
    expect([histogram([1, 2]), histogram([3, 3, 3]), histogram([])]).toEqual([undefined, undefined, undefined]);
  });

  it('equal ranks share their mean', () => {
    expect(midRanks([1, 2, 2, 4])).toEqual([1, 2.5, 2.5, 4]);
    const xs = [1, 2, 2, 4, 5, 6, 7, 8];
    const ys = [2, 1, 3, 3, 6, 5, 8, 7];
    expect(spearman(xs.map((x, index) => [x, ys[index] ?? 0]))).toBeCloseTo(0.89759, 5);
  });

  it('a correlation needs ten targets that differ, and a perfect one has no interval', () => {
    const rising = Array.from({ length: 10 }, (_, n) => [n, n * n] as const);
    expect(rankCorrelation(rising)).toEqual({ n: 10, rho: 1, interval: null, p: 0 });
    expect(rankCorrelation(rising.slice(1))).toBeUndefined();
    expect(rankCorrelation(rising.map(([x]) => [x, 1] as const))).toBeUndefined();
  });
});
