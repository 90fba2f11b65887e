import { describe, expect, it } from 'vitest';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { metricDisplay } from '#shared/values/rules/cell/display.ts';
import { contrast, inkOn } from '../../../web/chips/lib/map/color-scale.ts';
import { comparedMetrics, metricName } from '../../../web/statistics/lib/differences/compared-metrics.ts';
import { differencesCsv } from '../../../web/statistics/lib/differences/differences-csv.ts';
import type { ChipDifferences, Difference } from '../../../web/statistics/lib/differences/queries.ts';
import { shiftLayer } from '../../../web/statistics/lib/differences/shift-layer.ts';
import { shiftClass, shiftColours, shiftScale } from '../../../web/statistics/lib/differences/shift-scale.ts';
import { parseSide, sideParam, sideQuery } from '../../../web/statistics/lib/differences/sides.ts';
import { changeText, directionText, scoreText, summaryText } from '../../../web/statistics/lib/differences/words.ts';

const displayOf = (key: string) => metricDisplay(describeMetric(key, 'qubit'));
const side = (value: number, unit = 'us') => ({
  value,
  unit,
  error: null,
  at: '2025-01-01T00:00:00.000Z',
  n: 1,
  days: null,
  source: 'import',
  execution_id: null,
  task_id: null,
  held: false,
});
const score = (z: number, more: object = {}) => ({
  z,
  p: 0.001,
  q: 0.2,
  verdict: 'notable',
  established: false,
  material: true,
  basis: 'history',
  ...more,
});
const difference = (more: Partial<Difference>): Difference => ({
  ...{ kind: 'qubit', target_id: '0', metric: 't1', presence: 'both', before: side(100), after: side(34), change: -66 },
  ...{ relative_change: -0.66, direction: 'worse', score: score(-4.24), not_scored: null },
  ...more,
});

describe('the sides of a comparison in the URL', () => {
  it.each(['at:2026-11-14', 'at:2026-11-14T06:30:00.000Z', 'day:2026-11-14', 'run:20261122-001', 'cooldown:a:b'])(
    'a side %s is read and written as it is',
    (text) => expect(sideParam(text)).toBe(text),
  );

  it.each(['', 'now', 'at:', 'at:yesterday', 'day:2026-02-31', 'other:1', undefined, 7])(
    'a side %j of the URL makes no sense and is dropped',
    (text) => expect(sideParam(text)).toBeUndefined(),
  );

  it('a date of an instant is asked for as the end of that day in the zone, and no side as nothing', () => {
    const query = (text: string) => sideQuery('before', parseSide(text), 'Asia/Tokyo');
    expect(query('at:2026-11-14')).toEqual({ as_of_before: '2026-11-14T14:59:59.999Z' });
    expect(query('day:2026-11-14')).toEqual({ date_before: '2026-11-14' });
    expect(sideQuery('after', parseSide('run:20261122-001'), 'Asia/Tokyo')).toEqual({
      execution_id_after: '20261122-001',
    });
    expect(sideQuery('after', undefined, 'Asia/Tokyo')).toEqual({});
  });
});

describe('the colours of differences', () => {
  it('the colours of differences have zero in the middle class and the same limits to both sides', () => {
    expect([0, 2.99, -2.99].map(shiftClass)).toEqual([3, 3, 3]);
    expect([3, 5, 10, 99].map(shiftClass)).toEqual([4, 5, 6, 6]);
    expect([-3, -5, -10, -99].map(shiftClass)).toEqual([2, 1, 0, 0]);
    const scale = shiftScale([1, 40], false);
    expect([scale?.low, scale?.high, scale?.position(0)]).toEqual([-10, 10, 0.5]);
    expect(shiftScale([], false)).toBeUndefined();
  });

  it.each([true, false])('the number in a cell is read on every colour of a difference, dark theme %j', (isDark) => {
    for (const fill of shiftColours(isDark)) expect(contrast(fill, inkOn(fill))).toBeGreaterThan(4.5);
  });

  it('a metric without a good end is blue where it is lower, another one where it is better', () => {
    const cellOf = (metric: string) =>
      shiftLayer([difference({ metric, score: score(6) })], displayOf(metric), ['0'], false).cells[0]?.drawn;
    expect(cellOf('t1')).toBe(6);
    expect(cellOf('qubit_frequency')).toBe(-6);
  });

  it('a target that is not scored has no colour, and says why', () => {
    const { cells } = shiftLayer(
      [difference({ score: null, not_scored: 'same_sample' })],
      displayOf('t1'),
      ['0', '1'],
      false,
    );
    expect(cells.map(({ drawn, state, words }) => [drawn, state, words?.value])).toEqual([
      [null, 'missing', expect.stringContaining('nothing measured in between')],
      [null, 'missing', 'not measured on both sides'],
    ]);
  });
});

describe('the metrics of the map of changes', () => {
  const within = { verdict: 'within_fluctuation' };
  const namesOf = (differences: Difference[]) => comparedMetrics(differences).map(metricName);

  it('the map of changes opens on the metric with most changes beyond 3 σ, not on that of the greatest one', () => {
    const differences = [
      difference({ metric: 'x90_gate_fidelity', score: score(-9) }),
      difference({ metric: 't1', target_id: '1', score: score(5) }),
      difference({ metric: 't1', target_id: '2', score: score(-3.1) }),
    ];
    expect(namesOf(differences)).toEqual(['qubit t1', 'qubit x90_gate_fidelity']);
  });

  it('of metrics with as many changes beyond 3 σ the one with most scores comes first, then the one with the greatest', () => {
    const differences = [
      difference({ metric: 't2_echo', score: score(-6) }),
      difference({ metric: 't1', score: score(-5) }),
      difference({ metric: 't2_echo', target_id: '1', score: null, not_scored: 'at_bound' }),
      difference({ metric: 'qubit_frequency', score: score(2, { verdict: 'possible' }) }),
      difference({ metric: 'anharmonicity', score: score(1, within) }),
      difference({ metric: 't1', target_id: '1', score: score(0.3, within) }),
    ];
    expect(namesOf(differences)).toEqual(['qubit t1', 'qubit t2_echo', 'qubit qubit_frequency', 'qubit anharmonicity']);
  });

  it('qubits and couplings are counted apart, and metrics without a score are there only where none has one', () => {
    const coupling = difference({ kind: 'coupling', target_id: '0-1', score: null });
    expect(namesOf([difference({}), coupling])).toEqual(['qubit t1']);
    expect(namesOf([difference({ score: null }), coupling])).toEqual(['qubit t1', 'coupling t1']);
  });
});

describe('differences in words', () => {
  it('a score has one decimal and its sign, and far ones are not told apart', () => {
    expect(scoreText(difference({}))).toBe('−4.2\u00a0σ');
    expect(scoreText(difference({ score: score(25) }))).toBe('+>20\u00a0σ');
    expect(scoreText(difference({ score: score(-25) }))).toBe('−>20\u00a0σ');
    expect(scoreText(difference({ score: score(-0.04) }))).toBe('0.0\u00a0σ');
    expect(scoreText(difference({ score: null, not_scored: 'setting' }))).toBe('a setting');
  });

  it('a change is in per cent of a time, in kHz or MHz of a frequency, and of a setting in its own unit', () => {
    expect(changeText(difference({}), displayOf('t1'))).toBe('−66\u00a0%');
    const frequency = difference({ relative_change: null, change: 0.00031, before: side(4.7, 'GHz') });
    expect(changeText(frequency, displayOf('qubit_frequency'))).toBe('+310\u00a0kHz');
    const far = difference({ relative_change: null, change: -0.028975, before: side(4.7, 'GHz') });
    expect(changeText(far, displayOf('qubit_frequency'))).toBe('−29.0\u00a0MHz');
    const length = difference({ relative_change: null, change: -100, before: side(800, 'ns') });
    expect(changeText(length, displayOf('readout_length'))).toBe('−100\u00a0ns');
    expect(changeText(difference({ relative_change: null, change: null }), displayOf('t1'))).toBe('–');
  });

  it('a change of what has no share and no frequency has the unit of its values and three digits', () => {
    const of = (change: number, unit: string) => difference({ relative_change: null, change, before: side(10, unit) });
    expect(changeText(of(-3.1429876, 'degree'), displayOf('rabi_angle'))).toBe('−3.14°');
    expect(changeText(of(12.3456, 'degree'), displayOf('rabi_angle'))).toBe('+12.3°');
    expect(changeText(of(0.01234567, 'a.u.'), displayOf('control_amplitude'))).toBe('+0.0123');
    // A fidelity is drawn as its error, which is higher where the fidelity is lower.
    expect(changeText(of(-0.0123, ''), displayOf('cz_gate_fidelity'))).toBe('+1.23\u00a0%');
  });

  it('what is notable is better or worse, what is not is said to be within fluctuation', () => {
    expect(directionText(difference({}))).toBe('worse');
    expect(directionText(difference({ score: score(-5, { established: true }) }))).toBe('worse, significant (FDR 5 %)');
    expect(directionText(difference({ score: score(-2.5, { verdict: 'possible' }) }))).toBe('possibly worse');
    expect(directionText(difference({ score: score(-1, { verdict: 'within_fluctuation' }) }))).toBe(
      'within fluctuation',
    );
    expect(directionText(difference({ score: null, direction: 'higher' }))).toBe('higher');
  });

  it('the sentence counts what changed, what chance alone would bring, and what is significant', () => {
    const none = {
      compared: 0,
      possible: 0,
      settings_changed: 0,
      appeared: 0,
      vanished: 0,
      not_scored: {},
      became_faulty: [],
    };
    const text = (totals: Partial<ChipDifferences['totals']>) =>
      summaryText({
        totals: {
          ...none,
          scored: 960,
          notable: 5,
          better: 1,
          worse: 4,
          established: 0,
          expected_by_chance: 3.6,
          ...totals,
        },
      });
    expect(text({})).toBe(
      '5 of 960 changed beyond 3 σ: 4 worse, 1 better (4 expected by chance, 0 significant at FDR 5 %)',
    );
    expect(text({ notable: 6 })).toContain('4 worse, 1 better, 1 without a better end');
    expect(text({ notable: 0 })).toBe('Nothing beyond 3 σ in 960 values (4 expected by chance)');
    expect(text({ scored: 0 })).toBe('No change can be scored');
    const became_faulty = [
      { kind: 'coupling' as const, metric: 'cz_gate_fidelity', count: 11 },
      { kind: 'qubit' as const, metric: 'average_readout_fidelity', count: 1 },
    ];
    expect(text({ became_faulty, notable: 0 })).toBe(
      '12 became faulty: CZ gate error 11, Readout error 1. Nothing beyond 3 σ in 960 values (4 expected by chance)',
    );
    expect(text({ became_faulty, scored: 0 })).toBe('12 became faulty: CZ gate error 11, Readout error 1');
  });

  it('a file has a row for each difference with as many fields as heads', () => {
    const [heads, ...rows] = differencesCsv([
      difference({}),
      difference({ presence: 'appeared', before: null, score: null }),
    ]);
    expect(rows.map((row) => row.length)).toEqual([heads?.length, heads?.length]);
    expect(rows[0]?.slice(0, 6)).toEqual(['qubit', '0', 't1', 'both', 'us', 100]);
  });
});
