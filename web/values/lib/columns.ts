import type { CsvField } from '#shared/devices/rules/export/csv.ts';
import { unitField } from '#shared/devices/rules/export/unit-name.ts';
import { median } from '#shared/values/rules/statistics.ts';
import type { MapLayer } from '../../chips/lib/map/layers.ts';
import { formatAge } from '../../ui/lib/format/time.ts';

/** The age of most values of a column, which its head shows once; empty if no value has one. */
export function columnAge({ cells }: Pick<MapLayer, 'cells'>): string {
  const age = median(cells.flatMap(({ ageSeconds }) => ageSeconds ?? []));
  return age === undefined ? '' : formatAge(age);
}

/**
 * The order of the rows: that of the targets, or by the numbers of a column, `t1` from the smallest, `-t1` from the
 * largest, with missing numbers last. An unknown column gives the order of the targets.
 */
export function rowOrder(layers: readonly MapLayer[], rows: number, sort: string | undefined): number[] {
  const order = Array.from({ length: rows }, (_, row) => row);
  const sign = sort?.startsWith('-') ? -1 : 1;
  const key = sort?.replace(/^-/, '');
  if (key === 'target') return sign === 1 ? order : order.reverse();
  const cells = layers.find(({ display }) => display.key === key)?.cells;
  if (!cells) return order;
  const number = (row: number) => cells[row]?.drawn ?? null;
  return order.sort((a, b) => {
    const [x, y] = [number(a), number(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || a - b;
    return sign * (x - y) || a - b;
  });
}

/**
 * The whole table as rows of a file, heads first: drawn values in full precision with their uncertainties, times in UTC; of some
 * targets alone where they are given.
 */
export const valuesTableCsv = (
  layers: readonly MapLayer[],
  targets: readonly string[],
  only?: ReadonlySet<string>,
): CsvField[][] => [
  [
    'target',
    ...layers.flatMap(({ display: { key } }) => [
      key,
      `${key} error`,
      `${key} unit`,
      `${key} state`,
      `${key} calibrated_at`,
    ]),
  ],
  ...targets.flatMap((target, row) => (only && !only.has(target) ? [] : [rowOf(layers, target, row)])),
];

const rowOf = (layers: readonly MapLayer[], target: string, row: number): CsvField[] => [
  target,
  ...layers.flatMap(({ cells, display: { unit } }): CsvField[] => {
    const cell = cells[row];
    const numbers = [cell?.drawn ?? null, cell?.spread ?? null];
    return [...numbers, unitField(unit), cell?.state ?? 'missing', cell?.calibratedAt ?? null];
  }),
];
