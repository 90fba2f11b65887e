import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  marksText,
  markText,
  measurable,
  noMarks,
  settle,
  toggleMark,
  unmark,
} from '../../../../web/values/lib/wall/marks.ts';
import { rowsInWindow } from '../../../../web/values/lib/wall/row-window.ts';
import { sortTiles, tileOf, type WallTile } from '../../../../web/values/lib/wall/tiles.ts';
import { wallCsv } from '../../../../web/values/lib/wall/wall-csv.ts';
import { movedTo, wallAction } from '../../../../web/values/lib/wall/wall-keys.ts';

const tile = (target: string, part: Partial<WallTile> = {}): WallTile => ({
  taskId: `task-${target}`,
  executionId: '20261123-001',
  target,
  status: 'completed',
  message: '',
  figures: [`${target}.svg`],
  r2: 0.9,
  endAt: '2026-11-23T00:00:00Z',
  outputs: {},
  isExcluded: false,
  ...part,
});
const targets = (tiles: readonly WallTile[]) => tiles.map(({ target }) => target);

describe('the results of a wall', () => {
  it('a result that completed or failed is on the wall, and no other', () => {
    const result = { task_id: 't', execution_id: 'x', r2: 0.4 };
    expect(tileOf('3', { ...result, status: 'failed' })).toMatchObject({ target: '3', r2: 0.4, figures: [] });
    for (const status of ['pending', 'skipped', 'cancelled', 'running'] as const)
      expect(tileOf('3', { ...result, status })).toBeUndefined();
    expect(tileOf('3', { status: 'completed' })).toBeUndefined();
  });

  it('the worst fit is first: a failure without R² before all, what completed without one last', () => {
    const tiles = [
      tile('10', { r2: null }),
      tile('2', { r2: 0.99 }),
      tile('1', { r2: 0.99 }),
      tile('4', { r2: -0.2, status: 'failed' }),
      tile('5', { r2: null, status: 'failed' }),
    ];
    expect(targets(sortTiles(tiles, 'worst', new Map()))).toEqual(['5', '4', '1', '2', '10']);
  });

  it('results are in the order of the chip, or by age', () => {
    const tiles = [tile('1', { endAt: '3' }), tile('2', { endAt: '1' }), tile('10', { endAt: '2' })];
    const lattice = new Map([['10', 0], ['1', 1], ['2', 2]]); // biome-ignore format: three places
    expect(targets(sortTiles(tiles, 'lattice', lattice))).toEqual(['10', '1', '2']);
    expect(targets(sortTiles(tiles, 'lattice', new Map()))).toEqual(['1', '2', '10']);
    expect(targets(sortTiles(tiles, 'age', lattice))).toEqual(['2', '10', '1']);
  });

  it('a file of results has a column for each value that any of them has', () => {
    const t1 = { value: 53.4, error: 0.4, unit: 'us' };
    const [heads, first, second] = wallCsv('CheckT1', [
      tile('1', { outputs: { t1 } }),
      tile('2', { status: 'failed' }),
    ]);
    expect(heads).toEqual([
      ...['target', 'task', 'status', 'excluded', 'r2', 't1', 't1_error', 't1_unit', 'message', 'end_at'],
      ...['execution_id', 'task_id'],
    ]);
    expect(first?.slice(0, 8)).toEqual(['1', 'CheckT1', 'completed', false, 0.9, 53.4, 0.4, 'us']);
    expect(second?.slice(4, 8)).toEqual([0.9, '', '', 'us']);
    expect(second).toHaveLength(heads?.length ?? 0);
  });
});

describe('the marks of a wall', () => {
  it('a result may be marked to be excluded and measured, and both are taken back at once', () => {
    const both = toggleMark(toggleMark(noMarks, 'exclude', 'a'), 'measure', 'a');
    const more = toggleMark(both, 'measure', 'b');
    expect(marksText(more)).toBe('Marked: 1 to exclude, 2 to measure');
    expect([markText(more, 'a'), markText(more, 'b'), markText(more, 'c')]).toEqual([
      'Marked to exclude and measure',
      'Marked to measure',
      '',
    ]);
    expect(marksText(unmark(more, 'a'))).toBe('Marked: 1 to measure');
    expect(marksText(toggleMark(toggleMark(noMarks, 'exclude', 'a'), 'exclude', 'a'))).toBe('Nothing marked');
    expect(marksText(settle(more, 'measure', ['a', 'b']))).toBe('Marked: 1 to exclude');
  });

  it('one start measures what is of one run, that of which most is marked', () => {
    const marked = [tile('1'), tile('2', { executionId: 'other' }), tile('3')];
    const { now, later } = measurable(marked);
    expect([targets(now), targets(later)]).toEqual([['1', '3'], ['2']]);
    expect(measurable([])).toEqual({ now: [], later: [] });
  });
});

describe('the keys of a wall', () => {
  it('keys walk the wall and stop at its ends, and mean nothing alongside a control key', () => {
    const size = { count: 10, columns: 4 };
    const key = (name: string, ctrlKey = false) => wallAction({ key: name, ctrlKey, metaKey: false, altKey: false });
    expect(['j', 'k', 'e', 'm', 'n', 'u', 'Enter', 'x', 'toString'].map((name) => key(name))).toEqual([
      ...['next', 'previous', 'exclude', 'measure', 'note', 'unmark', 'open', undefined, undefined],
    ]);
    expect(key('e', true)).toBeUndefined();
    expect(movedTo('next', 9, size)).toBe(9);
    expect(movedTo('below', 5, size)).toBe(9);
    expect(movedTo('below', 6, size)).toBe(6);
    expect(movedTo('above', 5, size)).toBe(1);
    expect(movedTo('last', 0, size)).toBe(9);
    expect(movedTo('exclude', 0, size)).toBeUndefined();
  });
});

describe('the rows of a wall', () => {
  it('the rows that can be seen are drawn, and never more than the most, for any place of the window', () => {
    const scroll = fc.record({
      top: fc.integer({ min: -50_000, max: 900 }),
      height: fc.integer({ min: 1, max: 3000 }),
    });
    const list = fc.record({
      rowHeight: fc.integer({ min: 50, max: 400 }),
      rows: fc.nat(300),
      most: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(scroll, list, (at, { rowHeight, rows, most }) => {
        const { first, end } = rowsInWindow(at, { rowHeight, rows, most });
        expect(first).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(Math.max(rows, first));
        expect(end - first).toBeLessThanOrEqual(most);
        const isSeen = (row: number) => at.top + (row + 1) * rowHeight > 0 && at.top + row * rowHeight < at.height;
        const seen = Array.from({ length: rows }, (_, row) => row).filter(isSeen);
        if (seen.length + 2 <= most) for (const row of seen) expect(row >= first && row < end).toBe(true);
      }),
    );
  });
});
