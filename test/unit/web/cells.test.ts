import { describe, expect, it } from 'vitest';
import { drawValue, meetsGoal } from '#shared/values/rules/cell/display.ts';
import { inkOn, luminance, mapScale } from '../../../web/chips/lib/map/color-scale.ts';
import { sortCells } from '../../../web/chips/lib/map/layers.ts';
import { mapColours } from '../../../web/chips/lib/map/ramps.ts';
import type { MetricCell } from '../../../web/ui/lib/api/wire.ts';
import { cellSentence, cellText } from '../../../web/values/lib/metrics/cell-text.ts';
import {
  countCells,
  coverageText,
  drawnValues,
  isAllSimulated,
  mapCells,
  populationText,
} from '../../../web/values/lib/metrics/cells.ts';
import { displayOf } from '../../../web/values/lib/metrics/metric-display.ts';
import { valuesCsv } from '../../../web/values/lib/metrics/values-csv.ts';

const t1 = displayOf(undefined, 'qubit', 't1');
const cz = displayOf(undefined, 'coupling', 'cz_gate_fidelity');
const frequency = displayOf(undefined, 'qubit', 'qubit_frequency');
const colours = mapColours('tide', false);
const day = 86400;

const cell = (value: number | null, ageDays: number, unit = 'us'): MetricCell => ({
  value,
  stddev: null,
  error: null,
  n: 1,
  spread: null,
  standard_error: null,
  luck: null,
  source: 'import',
  unit,
  task_id: null,
  execution_id: null,
  calibrated_at: new Date(Date.UTC(2025, 1, 26) - ageDays * day * 1000).toISOString(),
  age_seconds: ageDays * day,
  state: value === null ? 'faulty' : ageDays <= 1 ? 'fresh' : 'stale',
});

const cells = mapCells(
  ['0', '1', '2', '3', '4'],
  { 0: cell(100, 0.5), 1: cell(50, 3), 2: cell(200, 9), 3: cell(null, 1) },
  t1,
);

describe('cells of a map', () => {
  it('the cells of a map say how many targets are in which state, in words', () => {
    expect(coverageText(countCells(cells), '24 h')).toBe(
      '1 of 5 fresh (24 h), 2 stale, 1 older than 7 days, 1 missing, 1 faulty',
    );
    expect(coverageText(countCells(cells.slice(0, 2)), '24 h')).toBe('1 of 2 fresh (24 h), 1 stale');
    expect(populationText(countCells(cells))).toBe('N = 3 of 5 (1 missing, 1 faulty)');
    expect(populationText(countCells(cells.slice(0, 3)))).toBe('N = 3 of 3');
  });

  it('a simulated value says so in its tooltip, its sentence and its row of a file, and a layer of them says it once', () => {
    const simulated = { ...cell(90, 0), source: 'simulator', execution_id: '20260731-000' };
    const mixed = mapCells(['0', '1'], { 0: simulated, 1: cell(80, 0) }, t1);
    const [first, second] = mixed.map((one) => cellText(one, t1, 2, 'UTC'));
    expect([first?.run, second?.run]).toEqual(['simulated by 20260731-000', 'imported']);
    expect(first && cellSentence(first, t1, 'fresh')).toContain('simulated by 20260731-000');
    const [heads, ...rows] = valuesCsv(mixed, t1);
    const column = heads?.indexOf('source') ?? -1;
    expect(rows.map((row) => row[column])).toEqual(['simulator', 'import']);
    expect([isAllSimulated(mixed), isAllSimulated(mixed.slice(0, 1)), isAllSimulated([])]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('faulty and missing targets are kept out of the numbers of a map', () => {
    expect(drawnValues(cells)).toEqual([100, 50, 200]);
  });

  it('cells of a map are ranked with the best first, whichever end is good', () => {
    expect(cells.map(({ rank }) => rank)).toEqual([2, 3, 1, null, null]);
    const errors = mapCells(['0-1', '1-2'], { '0-1': cell(0.99, 0, ''), '1-2': cell(0.999, 0, '') }, cz);
    expect(errors.map(({ rank }) => rank)).toEqual([2, 1]);
  });

  it('cells of a map share a rank when they are equal', () => {
    const equal = mapCells(['0', '1', '2'], { 0: cell(9, 0), 1: cell(9, 0), 2: cell(8, 0) }, t1);
    expect(equal.map(({ rank }) => rank)).toEqual([1, 1, 3]);
  });

  it('a cell of a map tells everything in one sentence for a screen reader', () => {
    const stale = cells[1];
    if (!stale) throw new Error('no cell');
    expect(cellSentence(cellText(stale, t1, 3, 'UTC'), t1, stale.state)).toBe(
      'Q1, T1 50\u00a0µs, rank 3rd of 3, stale, measured 3 d old, 23 Feb 2025 00:00:00 UTC, imported, misses the goal of 100\u00a0µs',
    );
  });

  it('cells of a map are sorted with those without a number last in both directions', () => {
    expect(sortCells(cells, 'value').map(({ target }) => target)).toEqual(['1', '0', '2', '3', '4']);
    expect(sortCells(cells, '-value').map(({ target }) => target)).toEqual(['2', '0', '1', '3', '4']);
    expect(sortCells(cells, undefined).map(({ target }) => target)).toEqual(['0', '1', '2', '3', '4']);
    expect(sortCells(cells, '-target').map(({ target }) => target)).toEqual(['4', '3', '2', '1', '0']);
  });
});

describe('units', () => {
  it('units of another scale are converted, never guessed', () => {
    expect(drawValue(t1, { value: 185000, error: 1000, unit: 'ns' })).toEqual({
      drawn: 185,
      spread: 1,
      unit: 'µs',
      isForeign: false,
    });
  });

  it('values in units of another kind are told but not drawn', () => {
    const [foreign] = mapCells(['0'], { 0: cell(5, 0, 'GHz') }, t1);
    expect(foreign).toMatchObject({ drawn: null, foreign: '5\u00a0GHz', state: 'fresh' });
  });
});

describe('a fidelity', () => {
  it('a fidelity is drawn as its error in per cent, where lower is better', () => {
    expect([cz.title, cz.unit, cz.better]).toEqual(['CZ gate error', '%', 'lower']);
    expect(drawValue(cz, { value: 0.99592, error: 0.0001, unit: '' })).toMatchObject({ drawn: 0.408, spread: 0.01 });
    expect([meetsGoal(cz, 0.9), meetsGoal(cz, 1.1)]).toEqual([true, false]);
  });
});

describe('colours', () => {
  const hundred = Array.from({ length: 101 }, (_, index) => index + 1);

  it('colours of a map span the 5th to the 95th percentile and say what lies beyond', () => {
    const scale = mapScale(hundred, t1, colours);
    expect(scale).toMatchObject({ low: 6, high: 96, below: 5, above: 5, median: 51, isLog: false });
    expect([scale?.position(1), scale?.position(51), scale?.position(101)]).toEqual([0, 0.5, 1]);
  });

  it('colours of a map are bright where the value is good', () => {
    const times = mapScale(hundred, t1, colours);
    const errors = mapScale(hundred, cz, colours);
    const brightness = (fill: string | undefined) => luminance(fill ?? '');
    expect(brightness(times?.fill(96))).toBeGreaterThan(brightness(times?.fill(6)));
    expect(brightness(errors?.fill(6))).toBeGreaterThan(brightness(errors?.fill(96)));
  });

  it('colours of errors are spaced by ratio, not by difference', () => {
    const scale = mapScale([0.1, 1, 10], cz, colours);
    const middle = Math.sqrt((scale?.low ?? 0) * (scale?.high ?? 0));
    expect(scale?.isLog).toBe(true);
    expect(scale?.position(middle)).toBeCloseTo(0.5);
    expect(scale?.position(0)).toBe(1);
  });

  it('the colour of a single value is in the middle of the range', () => {
    expect(mapScale([7, 7], t1, colours)?.position(7)).toBeCloseTo(0.5);
    expect(mapScale([0], t1, colours)?.position(0)).toBeCloseTo(0.5);
    expect(mapScale([], t1, colours)).toBeUndefined();
  });

  it('a metric of which no end is good has colours of its own, no rank and no goal', () => {
    expect([frequency.better, frequency.goal]).toEqual(['neither', undefined]);
    expect(mapScale(hundred, frequency, colours)?.fill(6)).toBe(colours.neutral(0));
    expect(mapScale(hundred, frequency, colours)?.fill(96)).toBe(colours.neutral(1));
    const [cellOfFrequency] = mapCells(['0'], { 0: cell(4.8, 1, 'GHz') }, frequency, []);
    expect(cellOfFrequency?.rank).toBeNull();
    for (const key of ['readout_frequency', 'anharmonicity', 'hpi_amplitude', 'hpi_length'])
      expect(displayOf(undefined, 'qubit', key).better).toBe('neither');
  });

  it('an ink is black or white, whichever is read on the colour', () => {
    expect([inkOn('rgb(0, 32, 81)'), inkOn('rgb(253, 234, 69)')]).toEqual(['#ffffff', '#000000']);
  });
});
