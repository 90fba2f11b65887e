import { reverseCouplingId } from '../../../../chips/rules/coupling-id.ts';
import { type ChipRecord, listPresentChips } from '../../../../chips/store/chips.ts';
import type { Item } from '../../../../kernel/store/dynamodb/codec.ts';
import {
  batchGetItems,
  type Database,
  type QueryPage,
  type QueryRange,
  queryPage,
} from '../../../../kernel/store/dynamodb/database.ts';
import { monthOf, taskKeys } from '../../../../kernel/store/keys.ts';
import { decodeTaskRow, targetOf, taskResultEntity } from '../../../../results/store/task-results.ts';
import { decodeSamples, monthPartitions } from '../../../../values/store/sample-reads.ts';
import { listSeries } from '../../../../values/store/series.ts';
import type { Cell, Column } from '../../../rules/export/table.ts';
import type { ExportFilter, ExportKind, ExportRecord } from '../../../store/exports.ts';
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

/** What decides rows and columns of an export. */
export type Wanted = Pick<ExportRecord, 'projectId' | 'kind' | 'filter' | 'metrics'>;

export const columnsOf = ({ kind, metrics = [] }: Pick<Wanted, 'kind' | 'metrics'>): readonly Column[] =>
  kind === 'samples' ? sampleColumns : taskResultColumns(metrics);

/** Task results that are read whole at a time: each may have some kilobytes of parameters. */
const resultsAtOnce = 200;

/**
 * The rows of an export from a place on, a page at a time: chips by their ids, and of each one metric or task and
 * month after the other, by time.
 */
export async function* rowPages(db: Database, wanted: Wanted, from: RowCursor | undefined): AsyncGenerator<RowPage> {
  const read = wanted.kind === 'samples' ? sampleRows : resultRows(wanted);
  for await (const { range, chip, startKey } of placesFrom(db, wanted, from))
    for await (const { items, lastKey } of pagesFrom(db, range, wanted.kind, startKey)) {
      const { chipId } = chip;
      const rows = await read(db, { chip, filter: wanted.filter, range }, items);
      const { pk } = range;
      yield { rows, next: lastKey ? { chipId, pk, startKey: lastKey } : { chipId, pk: `${pk}\u0000` } };
    }
  yield { rows: [], next: undefined };
}

/** The ranges that are still to be read; of the first one from a key on. */
async function* placesFrom(
  db: Database,
  { projectId, kind, filter }: Wanted,
  from: RowCursor | undefined,
): AsyncGenerator<{ chip: ChipRecord; range: QueryRange; startKey: Item | undefined }> {
  for (const chip of await exportedChips(db, projectId, filter)) {
    const { chipId } = chip;
    if (from && chipId < from.chipId) continue;
    const begun = from?.chipId === chipId ? from : undefined;
    for (const range of await rangesOf(db, chip, kind, filter))
      if (!begun || range.pk >= begun.pk)
        yield { chip, range, startKey: begun?.pk === range.pk ? begun.startKey : undefined };
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

/** The chips that an export reads, by their ids. */
export async function exportedChips(db: Database, projectId: string, { chipId }: ExportFilter): Promise<ChipRecord[]> {
  const chips = await listPresentChips(db, projectId);
  return chips
    .filter((chip) => chipId === undefined || chip.chipId === chipId)
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

/** Where a page of items comes from, and what of it is wanted. */
interface Source {
  chip: ChipRecord;
  filter: ExportFilter;
  range: QueryRange;
}

const sampleRows = async (_db: Database, { filter }: Source, items: readonly Item[]): Promise<Cell[][]> =>
  items
    .flatMap(decodeSamples)
    .filter((sample) => filter.metric === undefined || filter.metric === sample.metric)
    .filter(({ target, cooldownId }) => isWanted(filter, target.id, cooldownId))
    .map((sample) => rowOf(sampleColumns, sample));

/**
 * The index lists the results, and the table has their contents: the filters apply to those. A result that has begun
 * since the index was written is returned in its present place.
 */
function resultRows({ metrics = [] }: Wanted) {
  const columns = taskResultColumns(metrics);
  return async (db: Database, { chip, filter, range }: Source, items: readonly Item[]): Promise<Cell[][]> => {
    const rows = items.filter(({ entity }) => entity === taskResultEntity.name);
    const meant = rows.filter((item) => filter.task === undefined || filter.task === decodeTaskRow(item).name);
    const places = new Set(meant.map(({ gsi4sk }) => gsi4sk));
    const found = await batchGetItems(
      db,
      meant.map((item) => taskKeys.result(chip.projectId, decodeTaskRow(item).taskId)),
    );
    return (
      found
        .flatMap((item) =>
          item && places.has(item.gsi4sk) && item.gsi4pk === range.pk ? [taskResultEntity.decode(item)] : [],
        )
        // A chip that was created again under an id has none of the results of the one before.
        .filter(({ queuedAt }) => queuedAt >= chip.createdAt)
        .filter(({ outputParameters }) => filter.metric === undefined || Object.hasOwn(outputParameters, filter.metric))
        .filter((result) => isWanted(filter, targetOf(result)?.id ?? '', result.cooldownId))
        .map((result) => rowOf(columns, result))
    );
  };
}

/** A coupling is meant under its reversed id too. */
const isWanted = ({ targets, cooldownId }: ExportFilter, targetId: string, of: string | undefined): boolean =>
  (targets === undefined || targets.includes(targetId) || targets.includes(reverseCouplingId(targetId) ?? targetId)) &&
  (cooldownId === undefined || cooldownId === of);
