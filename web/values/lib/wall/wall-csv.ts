import type { CsvField } from '#shared/devices/rules/export/csv.ts';
import { unitField } from '#shared/devices/rules/export/unit-name.ts';
import type { WallTile } from './tiles.ts';

/** The results of a wall as rows of a file, heads first: each measured value with its uncertainty and unit. */
export function wallCsv(task: string, tiles: readonly WallTile[]): CsvField[][] {
  const names = [...new Set(tiles.flatMap(({ outputs }) => Object.keys(outputs)))];
  const heads = names.flatMap((name) => [name, `${name}_error`, `${name}_unit`]);
  const unitOf = (name: string) => unitField(tiles.find(({ outputs }) => outputs[name])?.outputs[name]?.unit ?? '');
  return [
    ['target', 'task', 'status', 'excluded', 'r2', ...heads, 'message', 'end_at', 'execution_id', 'task_id'],
    ...tiles.map((tile) => [
      tile.target,
      task,
      tile.status,
      tile.isExcluded,
      tile.r2,
      ...names.flatMap((name) => {
        const measured = tile.outputs[name];
        return measured ? [measured.value, measured.error, unitField(measured.unit)] : ['', '', unitOf(name)];
      }),
      tile.message,
      tile.endAt,
      tile.executionId,
      tile.taskId,
    ]),
  ];
}
