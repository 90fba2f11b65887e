import { type CsvField, toCsv } from '#shared/devices/rules/export/csv.ts';
import { unitField } from '#shared/devices/rules/export/unit-name.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import type { MapLayer } from '../../../chips/lib/map/layers.ts';
import { downloadText } from '../../../ui/lib/browser/download.ts';
import type { MapCell } from './cells.ts';

/**
 * The cells of one metric as rows of a file, heads first: the drawn values in full precision, times in UTC; and what else is to
 * be said of the targets, where something is.
 */
export const valuesCsv = (
  cells: readonly MapCell[],
  display: MetricDisplay,
  details?: ReadonlyMap<string, string>,
): CsvField[][] => [
  [
    ...[
      display.kind,
      'metric',
      'title',
      'value',
      'error',
      'unit',
      'state',
      'calibrated_at',
      'age_seconds',
      'source',
      'held',
    ],
    ...(details ? ['detail'] : []),
    ...(standForSeveral(cells) ? ['n'] : []),
  ],
  ...cells.map((cell) => [
    cell.target,
    display.key,
    display.title,
    cell.drawn,
    cell.spread,
    unitField(display.unit),
    cell.state,
    cell.calibratedAt,
    cell.ageSeconds === null ? null : Math.round(cell.ageSeconds),
    cell.source,
    cell.held,
    ...(details ? [details.get(cell.target)] : []),
    ...(standForSeveral(cells) ? [cell.tries?.n] : []),
  ]),
];

/** Whether cells are the best or the mean of several values. */
const standForSeveral = (cells: readonly MapCell[]): boolean => cells.some(({ tries }) => (tries?.n ?? 0) > 1);

/**
 * A file name that describes the content: `torino_t1_2025-02-26.csv`; letters that file systems refuse are replaced.
 */
export const csvName = (chipId: string, display: MetricDisplay, date: string): string =>
  `${`${chipId}_${display.key}_${date}`.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.csv`;

/** Saves the values of a layer as a file of the browser. */
export const saveValues = (chipId: string, { cells, display, details }: MapLayer, date: string): void =>
  downloadText(csvName(chipId, display, date), toCsv(valuesCsv(cells, display, details)), 'text/csv;charset=utf-8');
