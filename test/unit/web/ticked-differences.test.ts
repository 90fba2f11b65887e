import { describe, expect, it } from 'vitest';
import { normalCdf } from '#shared/statistics/rules/normal-distribution.ts';
import type { Difference } from '../../../web/statistics/lib/differences/queries.ts';
import { scoreBars } from '../../../web/statistics/lib/differences/score-histogram.ts';
import { barContent, barText } from '../../../web/statistics/lib/differences/score-words.ts';
import { shiftClass } from '../../../web/statistics/lib/differences/shift-scale.ts';
import {
  qubitsToMeasure,
  resultsAfter,
  targetsOf,
  targetsText,
} from '../../../web/statistics/lib/differences/ticked.ts';

const side = (task_id: string | null) => ({
  ...{ value: 1, unit: 'us', error: null, at: '2025-01-01T00:00:00.000Z', n: 1, days: null, source: 'task' },
  ...{ execution_id: null, task_id, held: false },
});
const scored = (z: number | null, more: Partial<Difference> = {}): Difference => ({
  ...{
    kind: 'qubit',
    target_id: '0',
    metric: 't1',
    presence: 'both',
    before: side(null),
    after: side(null),
    change: 1,
  },
  ...{ relative_change: null, direction: 'worse', not_scored: z === null ? 'too_few_points' : null },
  score:
    z === null ? null : { z, p: 0.1, q: 0.2, verdict: 'notable', established: false, material: true, basis: 'history' },
  ...more,
});
const t1 = { kind: 'qubit', key: 't1' } as const;
const frequency = { kind: 'qubit', key: 'qubit_frequency' } as const;
const counts = (zs: readonly number[], display: { kind: 'qubit'; key: string } = t1) =>
  scoreBars(
    zs.map((z) => scored(z, { metric: display.key })),
    display,
  ).flatMap(({ from, to, differences }) => (differences.length > 0 ? [[from, to, differences.length]] : []));

describe('the plot of scores', () => {
  it('each score is in one bar, a limit in the outer of two, and what lies beyond ten in the outermost', () => {
    expect(counts([0, 0.5, -0.5, 3, -3, 2.999, 10, 55, -10, -11])).toEqual([
      [Number.NEGATIVE_INFINITY, -10, 2],
      [-4, -3, 1],
      [-1, 0, 1],
      [0, 1, 2],
      [2, 3, 1],
      [3, 4, 1],
      [10, Number.POSITIVE_INFINITY, 2],
    ]);
  });

  it('a bar has the colour of every score in it: no class of the map ends within a bar', () => {
    for (let z = -12; z <= 12; z += 0.125) {
      const [bar] = scoreBars([scored(z)], t1).filter(({ differences }) => differences.length > 0);
      if (!bar) throw new Error(`no bar for ${z}`);
      expect(shiftClass(bar.from >= 0 ? bar.from : bar.to), `${z}`).toBe(shiftClass(z));
    }
  });

  it('what chance would give is the normal distribution of as many scores as there are', () => {
    const bars = scoreBars([...Array(40).fill(scored(1)), scored(null)], t1);
    expect(bars.reduce((sum, { expected }) => sum + expected, 0)).toBeCloseTo(40, 9);
    expect(bars.find(({ from }) => from === 3)?.expected).toBeCloseTo(40 * (normalCdf(4) - normalCdf(3)), 12);
  });

  it('where no end is good higher scores are on the left, as on the map, and a bar is named by the scores themselves', () => {
    expect(counts([4.5], frequency)).toEqual([[-5, -4, 1]]);
    expect(barText({ from: -5, to: -4 }, true)).toBe('4 to 5 σ');
    expect(barText({ from: -5, to: -4 }, false)).toBe('−5 to −4 σ');
    expect(barText({ from: 10, to: Number.POSITIVE_INFINITY }, false)).toBe('10 σ or more');
    expect(barText({ from: 10, to: Number.POSITIVE_INFINITY }, true)).toBe('−10 σ or less');
    expect(barText({ from: -1, to: 0 }, true)).toBe('0 to 1 σ');
  });

  it('a bar says its count, what is expected, and its targets, the first eight by name', () => {
    const differences = Array.from({ length: 10 }, (_, n) => scored(4, { target_id: String(n) }));
    const [bar] = scoreBars(differences, t1).filter((one) => one.differences.length > 0);
    expect(bar && barContent(bar, false)).toBe(
      '4 to 5 σ: 10 changes, below 0.01 expected: Q0, Q1, Q2, Q3, Q4, Q5, Q6, Q7 and 2 more',
    );
  });
});

describe('ticked changes', () => {
  const rows = [
    scored(1, { target_id: '10', after: side('b') }),
    scored(1, { target_id: '2', metric: 't2_echo', after: side('a') }),
    scored(1, { target_id: '10', metric: 't2_echo', after: side('a') }),
    scored(1, { kind: 'coupling', target_id: '2-3', metric: 'cz_gate_fidelity' }),
  ];

  it('the run of ticked changes takes each qubit once, in the order of numbers, of a coupling both', () => {
    expect(qubitsToMeasure(targetsOf(rows))).toEqual(['2', '3', '10']);
  });

  it('each result that brought a ticked value after is excluded once; what no task brought is left out', () => {
    expect(resultsAfter(rows)).toEqual(['b', 'a']);
    expect(resultsAfter([scored(1)])).toEqual([]);
  });

  it('ticked targets are named, many by the first and their count', () => {
    expect(targetsText(targetsOf(rows))).toBe('Q10, Q2, 2-3');
    expect(targetsText(targetsOf(rows), 1)).toBe('Q10 and 2 more');
  });
});
