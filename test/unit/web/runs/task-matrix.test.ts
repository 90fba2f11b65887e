import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failuresFirst, layoutMatrix, type MatrixTask, movePosition } from '../../../../web/runs/lib/task-matrix.ts';
import { filterTasks, sortTasks } from '../../../../web/runs/lib/task-rows.ts';

let ids = 0;
const task = (name: string, qid: string, status: MatrixTask['status'] = 'completed'): MatrixTask => {
  ids += 1;
  return { task_id: String(ids), name, qid, status };
};

describe('the matrix of a run', () => {
  it('the matrix of a run has a row a target as people count, and a column a task in the order of the run', () => {
    const tasks = ['CheckRabi', 'CheckT1'].flatMap((name) =>
      ['10', '2', '1-2', ''].map((target) => task(name, target)),
    );
    const { columns, rows } = layoutMatrix(tasks);
    expect(rows.map((row) => row.target)).toEqual(['', '2', '10', '1-2']);
    expect(columns.map((column) => column.title)).toEqual(['CheckRabi', 'CheckT1']);
  });

  it('the matrix of a run gives a task that runs twice on a target two columns, numbered', () => {
    const { columns, rows } = layoutMatrix([
      task('CheckRabi', '0'),
      task('CreateHPIPulse', '0'),
      task('CheckRabi', '0'),
    ]);
    expect(columns.map((column) => column.title)).toEqual(['CheckRabi 1', 'CreateHPIPulse', 'CheckRabi 2']);
    expect(rows[0]?.cells.every((cell) => cell !== undefined)).toBe(true);
  });

  it('the matrix of a run leaves a cell empty where a target does not run a task', () => {
    const { rows } = layoutMatrix([task('CheckT1', '0'), task('CheckBellState', '0-1')]);
    expect(rows.map((row) => row.cells.map((cell) => cell?.name))).toEqual([
      ['CheckT1', undefined],
      [undefined, 'CheckBellState'],
    ]);
  });

  it('the matrix of a run that is over begins with the targets on which most failed, the others as people count', () => {
    const { rows } = failuresFirst(
      layoutMatrix([
        ...['0', '1', '2', '3'].map((target) => task('CheckRabi', target, target === '3' ? 'failed' : 'completed')),
        ...['0', '1', '2', '3'].map((target) => task('CheckT1', target, target >= '2' ? 'failed' : 'completed')),
      ]),
    );
    expect(rows.map((row) => row.target)).toEqual(['3', '2', '0', '1']);
  });

  it('the matrix of a run shows every task exactly once, whatever the run', () => {
    const tasks = fc.array(
      fc.tuple(fc.constantFrom('CheckRabi', 'CheckT1', 'CheckX'), fc.constantFrom('', '0', '1', '0-1')),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(tasks, (pairs) => {
        const all = pairs.map(([name, target]) => task(name, target));
        const { rows, columns } = layoutMatrix(all);
        const shown = rows.flatMap((row) => row.cells.flatMap((cell) => (cell ? [cell.task_id] : [])));
        expect(shown.sort()).toEqual(all.map((one) => one.task_id).sort());
        expect(rows.every((row) => row.cells.length === columns.length)).toBe(true);
      }),
    );
  });
});

describe('the keys of a matrix', () => {
  const size = { rows: 3, columns: 4 };
  const from = { row: 1, column: 2 };
  it.each([
    ['ArrowRight', false, { row: 1, column: 3 }],
    ['ArrowLeft', false, { row: 1, column: 1 }],
    ['ArrowDown', false, { row: 2, column: 2 }],
    ['ArrowUp', false, { row: 0, column: 2 }],
    ['Home', false, { row: 1, column: 0 }],
    ['End', false, { row: 1, column: 3 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 2, column: 3 }],
  ])('in a matrix %s (Ctrl %s) moves', (key, ctrlKey, to) => {
    expect(movePosition(from, size, { key, ctrlKey })).toEqual(to);
  });

  it('the keys of a matrix stay inside and leave other keys alone', () => {
    expect(movePosition({ row: 2, column: 3 }, size, { key: 'ArrowDown', ctrlKey: false })).toEqual({
      row: 2,
      column: 3,
    });
    expect(movePosition(from, size, { key: 'a', ctrlKey: false })).toBeUndefined();
  });
});

describe('the table of a run', () => {
  const rows = [
    { ...task('CheckT1', '10', 'completed'), elapsed_seconds: 3 },
    { ...task('CheckRabi', '2', 'failed'), elapsed_seconds: 9 },
    { ...task('CheckRabi', '1', 'running') },
  ];
  const targets = (sort: string | undefined) => sortTasks(rows, sort).map((row) => row.qid);

  it('the table of a run is sorted by any column both ways, failures first by status, else in the order of the run', () => {
    expect(targets(undefined)).toEqual(['10', '2', '1']);
    expect(targets('target')).toEqual(['1', '2', '10']);
    expect(targets('-target')).toEqual(['10', '2', '1']);
    expect(targets('status')).toEqual(['2', '1', '10']);
    expect(targets('-duration')).toEqual(['2', '10', '1']);
    expect(targets('nonsense')).toEqual(['10', '2', '1']);
  });

  it('the table of a run is narrowed by status and target together', () => {
    expect(filterTasks(rows, { status: 'failed' }).map((row) => row.qid)).toEqual(['2']);
    expect(filterTasks(rows, { status: 'failed', target: '1' })).toEqual([]);
    expect(filterTasks(rows, {})).toHaveLength(3);
  });
});
