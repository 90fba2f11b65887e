import type { ListHead } from '../rules/complete-until.ts';
import { defineEntity, type Item, type ItemKeys } from './dynamodb/codec.ts';
import { type Database, getItem, type QueryRange, queryPage } from './dynamodb/database.ts';
import type { Transaction } from './dynamodb/transaction.ts';
import { updateOf } from './dynamodb/update.ts';
import { writesReleasedForms } from './dynamodb/written-forms.ts';
import { listHeadKeys } from './keys.ts';

/** A list that an index answers: one of its partitions. */
export interface IndexedList {
  index: NonNullable<QueryRange['index']>;
  pk: string;
}

/**
 * When an entry of a list was last written. It is on the index of the list too, in the same partition: by the head that the
 * index shows one knows what of the list it shows (rule READ-7).
 */
interface ListHeadRecord extends IndexedList {
  projectId: string;
  writtenAt: string;
}

/** Codec of heads. */
export const listHeadEntity = defineEntity<ListHeadRecord>({
  name: 'list-head',
  version: 1,
  packed: true,
  keys: ({ projectId, index, pk }) => ({
    ...listHeadKeys.head(projectId, pk),
    [`${index}pk`]: pk,
    [`${index}sk`]: listHeadKeys.sort,
  }),
});

const indexes = ['gsi1', 'gsi2', 'gsi3', 'gsi4'] as const;

/** The lists that contain an entry. */
export const listsOf = (keys: ItemKeys | undefined): IndexedList[] =>
  indexes.flatMap((index) => {
    const pk = keys?.[`${index}pk`];
    return pk === undefined ? [] : [{ index, pk }];
  });

/** Says, in the transaction that writes, adds or removes an entry, that these lists were written. */
export function addHeads(
  transaction: Transaction,
  { projectId, at }: { projectId: string; at: string },
  lists: readonly IndexedList[],
): void {
  for (const list of new Map(lists.map((one) => [one.pk, one])).values()) {
    const { pk, sk, rev: _rev, ...item } = listHeadEntity.encode({ projectId, ...list, writtenAt: at }, 0);
    // The last release takes every row of these partitions for an entry, so that the head is not on the index.
    const set = writesReleasedForms()
      ? { ...item, [`${list.index}pk`]: undefined, [`${list.index}sk`]: undefined }
      : item;
    transaction.update({ pk: String(pk), sk: String(sk) }, updateOf({ set, add: { rev: 1 } }));
  }
}

/** The head of a list as the table has it, and as its index does; undefined where nothing was written. */
export async function readHeads(
  db: Database,
  projectId: string,
  list: IndexedList,
): Promise<{ written: ListHead | undefined; shown: ListHead | undefined }> {
  const [item, shown] = await Promise.all([
    getItem(db, listHeadKeys.head(projectId, list.pk)),
    readShownHead(db, list),
  ]);
  return { written: headOf(item), shown };
}

/** The head that an index shows of a list. */
export async function readShownHead(db: Database, list: IndexedList): Promise<ListHead | undefined> {
  const { sort } = listHeadKeys;
  const { items } = await queryPage(db, { ...list, from: sort, through: sort }, { limit: 1 });
  return headOf(items[0]);
}

/** The head in an item whose row says when it was written; undefined for one that was not since heads are kept. */
export function headOf(item: Item | undefined): ListHead | undefined {
  const writtenAt = (item?.slim as Partial<ListHead> | undefined)?.writtenAt;
  return writtenAt === undefined ? undefined : { rev: Number(item?.rev), writtenAt };
}
