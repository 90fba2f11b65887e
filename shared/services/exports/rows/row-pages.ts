import type { Cell, Column } from '../../../domain/export/table.ts';
import { type ChipRecord, chipEntity } from '../../../store/chips/chips.ts';
import type { Item } from '../../../store/dynamodb/codec.ts';
import {
  batchGetItems,
  type Database,
  type QueryPage,
  type QueryRange,
  queryAll,
  queryPage,
} from '../../../store/dynamodb/database.ts';
import type { ExportFilter, ExportKind, ExportRecord } from '../../../store/exports/exports.ts';
import { chipKeys, monthOf, taskKeys } from '../../../store/keys.ts';
import { decodeSamples, monthPartitions } from '../../../store/metrics/sample-reads.ts';
import { listSeries } from '../../../store/metrics/series.ts';
import { decodeTaskRow, type TaskRow, targetOf, taskResultEntity } from '../../../store/task-results/task-results.ts';
import { rowOf, sampleColumns, taskResultColumns } from './columns.ts';

/** Where the rows go on: a chip, the first partition of it that is wanted, and the last key that was read there. */
export interface RowCursor {
  chipId: string;
  pk: string;
  startKey?: Item | undefined;
}

/** Rows, and from where the next ones are read; undefined after the last. */
export interface RowPage {
  rows: Cell[][];
  next: RowCursor | undefined;
}

export const columnsOf = (kind: ExportKind): readonly Column[] =>
  kind === 'samples' ? sampleColumns : taskResultColumns;

/** Task results that are read whole at a time: each may have some kilobytes of parameters. */
const resultsAtOnce = 200;

/**
 * The rows of an export from a place on, a page at a time: chips by their ids, and of each one metric or task and
 * month after the other, by time.
 */
export async function* rowPages(
  db: Database,
  { projectId, kind, filter }: Pick<ExportRecord, 'projectId' | 'kind' | 'filter'>,
  from: RowCursor | undefined,
): AsyncGenerator<RowPage> {
  for await (const { range, chipId, startKey } of placesFrom(db, { projectId, kind, filter }, from))
    for await (const { items, lastKey } of pagesFrom(db, range, kind, startKey)) {
      const rows = await rowsIn(db, kind, filter, items);
      const { pk } = range;
      yield { rows, next: lastKey ? { chipId, pk, startKey: lastKey } : { chipId, pk: `${pk}\u0000` } };
    }
  yield { rows: [], next: undefined };
}

/** The ranges that are still to be read; of the first one from a key on. */
async function* placesFrom(
  db: Database,
  { projectId, kind, filter }: Pick<ExportRecord, 'projectId' | 'kind' | 'filter'>,
  from: RowCursor | undefined,
): AsyncGenerator<{ chipId: string; range: QueryRange; startKey: Item | undefined }> {
  for (const chip of await chipsOf(db, projectId, filter)) {
    const { chipId } = chip;
    if (from && chipId < from.chipId) continue;
    const begun = from?.chipId === chipId ? from : undefined;
    for (const range of await rangesOf(db, chip, kind, filter))
      if (!begun || range.pk >= begun.pk)
        yield { chipId, range, startKey: begun?.pk === range.pk ? begun.startKey : undefined };
  }
}

async function* pagesFrom(
  db: Database,
  range: QueryRange,
  kind: ExportKind,
  from: Item | undefined,
): AsyncGenerator<QueryPage> {
  const limit = kind === 'samples' ? {} : { limit: resultsAtOnce };
  let startKey = from;
  do {
    const page = await queryPage(db, range, { ...limit, ...(startKey ? { startKey } : {}) });
    yield page;
    startKey = page.lastKey;
  } while (startKey);
}

async function chipsOf(db: Database, projectId: string, { chipId }: ExportFilter): Promise<ChipRecord[]> {
  const items = await queryAll(db, chipKeys.chips(projectId));
  return items
    .map((item) => chipEntity.decode(item))
    .filter((chip) => chip.deletingAt === undefined && (chipId === undefined || chip.chipId === chipId))
    .sort((a, b) => (a.chipId < b.chipId ? -1 : 1));
}

/** The ranges of a chip that hold what is wanted, in the order of their partitions. */
async function rangesOf(
  db: Database,
  { projectId, chipId }: ChipRecord,
  kind: ExportKind,
  { startAt = '', endAt, metric, task }: ExportFilter,
): Promise<QueryRange[]> {
  const bounds = { from: startAt, through: `${endAt}~` };
  if (kind === 'task_results') return [{ index: 'gsi4', pk: taskKeys.ofChip(projectId, chipId), ...bounds }];
  const series = (await listSeries(db, projectId, chipId, metric)).filter(
    (one) => task === undefined || one.task === task,
  );
  const [first, last] = [startAt === '' ? '' : monthOf(startAt), monthOf(endAt)];
  const months = [...new Set(series.map(({ month }) => month))].filter((month) => month >= first && month <= last);
  const metrics = new Set(series.map((one) => one.metric));
  return months
    .flatMap((month) => monthPartitions({ projectId, chipId }, series, month, metrics))
    .sort()
    .map((pk) => ({ pk, ...bounds }));
}

async function rowsIn(db: Database, kind: ExportKind, filter: ExportFilter, items: readonly Item[]): Promise<Cell[][]> {
  if (kind === 'samples')
    return items
      .flatMap(decodeSamples)
      .filter(
        ({ metric, target, cooldownId }) =>
          (filter.metric === undefined || filter.metric === metric) && isWanted(filter, target.id, cooldownId),
      )
      .map((sample) => rowOf(sampleColumns, sample));
  const wanted = items
    .filter(({ entity }) => entity === taskResultEntity.name)
    .map(decodeTaskRow)
    .filter((row) => isWantedResult(filter, row));
  const found = await batchGetItems(
    db,
    wanted.map(({ projectId, taskId }) => taskKeys.result(projectId, taskId)),
  );
  return found
    .flatMap((item) => (item ? [taskResultEntity.decode(item)] : []))
    .filter(({ outputParameters }) => filter.metric === undefined || Object.hasOwn(outputParameters, filter.metric))
    .map((result) => rowOf(taskResultColumns, result));
}

const isWantedResult = (filter: ExportFilter, row: TaskRow): boolean =>
  (filter.task === undefined || filter.task === row.name) && isWanted(filter, targetOf(row)?.id ?? '', row.cooldownId);

const isWanted = ({ targets, cooldownId }: ExportFilter, targetId: string, of: string | undefined): boolean =>
  (targets === undefined || targets.includes(targetId)) && (cooldownId === undefined || cooldownId === of);
