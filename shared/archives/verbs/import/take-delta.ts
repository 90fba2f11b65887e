import { isDeepStrictEqual } from 'node:util';
import { addDaysToStatistics, addToStatistics, type CountChanges } from '../../../chips/store/chip-statistics.ts';
import { chipEntity } from '../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { bytesAsBase64 } from '../../../kernel/store/dynamodb/attribute-values.ts';
import type { Item } from '../../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import type { Key } from '../../../kernel/store/keys.ts';
import { type TaskResultRecord, taskResultEntity } from '../../../results/store/task-results.ts';
import { targetDayEntity } from '../../../values/store/days/target-days.ts';

/** What a delta did with some records. */
export interface DeltaOutcome {
  /** Keys of the records that were written. */
  written: Key[];
  /** Records that were changed here since they were imported: these stay (rule ARCHIVE-14). */
  kept: string[];
}

/**
 * Adds the records of a delta to a transaction: new ones, and those unchanged here since their import.
 * The counts of the chips go with them.
 */
export async function addDelta(
  ctx: Context,
  transaction: Transaction,
  items: readonly (Item & Key)[],
): Promise<DeltaOutcome> {
  const existing = await batchGetItems(
    ctx.db,
    items.map(({ pk, sk }) => ({ pk, sk })),
  );
  const outcome: DeltaOutcome = { written: [], kept: [] };
  const counts = new ChipCounts();
  for (const [n, item] of items.entries()) {
    const before = existing[n];
    if (before && isSame(before, item)) continue;
    if (before && before.importedRev !== before.rev) {
      outcome.kept.push(nameOf(item));
      continue;
    }
    const rev = Number(before?.rev ?? 0) + 1;
    const kept = before?.entity === chipEntity.name ? daysOfChip(before) : {};
    const condition = before ? ifRevision(Number(before.rev)) : ifAbsent;
    transaction.put({ ...item, ...kept, rev, importedRev: rev }, condition, staleRead);
    outcome.written.push(item);
    counts.add(item, before);
  }
  counts.addTo(transaction, nowOf(ctx));
  return outcome;
}

const idFields = ['taskId', 'executionId', 'threadId', 'cooldownId', 'cryoId', 'eventId', 'id', 'name', 'chipId'];

/** A record as a person reads it: its kind and its id. */
function nameOf(item: Item): string {
  const fields = { ...item, ...(item.slim as Item | undefined) };
  const id = idFields.find((field) => typeof fields[field] === 'string');
  return `${String(item.entity)}${id === undefined ? '' : ` '${String(fields[id])}'`}`;
}

/** What the service itself writes to a chip, without raising its revision. */
const daysOfChip = ({ dayFence, earlier }: Item): Item => ({
  ...(dayFence === undefined ? {} : { dayFence }),
  ...(earlier === undefined ? {} : { earlier }),
});

function isSame(before: Item, item: Item): boolean {
  const { rev: _rev, importedRev: _imported, dayFence: _fence, earlier: _earlier, ...one } = before;
  const { rev: _own, importedRev: _none, earlier: _other, ...other } = item;
  return isDeepStrictEqual(withoutUndefined(one), withoutUndefined(other));
}

/** As the table keeps an item; bytes by their digits. */
const withoutUndefined = (item: Item): unknown => JSON.parse(JSON.stringify(item, bytesAsBase64));

/** Task results and daily rows that a delta adds to chips. */
class ChipCounts {
  readonly #results = new Map<string, { projectId: string; chipId: string; changes: CountChanges }>();
  readonly #days = new Map<string, { projectId: string; chipId: string; qubit: number; coupling: number }>();

  add(item: Item, before: Item | undefined): void {
    if (item.entity === taskResultEntity.name) this.#addResult(taskResultEntity.decode(item), before);
    if (item.entity === targetDayEntity.name && !before) {
      const { projectId, chipId, target } = targetDayEntity.decode(item);
      const key = JSON.stringify([projectId, chipId]);
      const days = this.#days.get(key) ?? { projectId, chipId, qubit: 0, coupling: 0 };
      days[target.kind === 'qubit' ? 'qubit' : 'coupling'] += 1;
      this.#days.set(key, days);
    }
  }

  #addResult({ projectId, chipId, status }: TaskResultRecord, before: Item | undefined): void {
    const key = JSON.stringify([projectId, chipId]);
    const changes: CountChanges = this.#results.get(key)?.changes ?? {};
    changes[status] = (changes[status] ?? 0) + 1;
    const old = before && taskResultEntity.decode(before).status;
    if (old) changes[old] = (changes[old] ?? 0) - 1;
    this.#results.set(key, { projectId, chipId, changes });
  }

  /** A chip has one item of counts, which a transaction writes once. */
  addTo(transaction: Transaction, at: string): void {
    for (const { projectId, chipId, changes } of this.#results.values()) {
      const { key, update } = addToStatistics(projectId, chipId, changes, at);
      transaction.update(key, update);
    }
    for (const [name, { projectId, chipId, ...days }] of this.#days) {
      if (this.#results.has(name)) throw new Error('Results and days are in different parts of a delta');
      const { key, update } = addDaysToStatistics(projectId, chipId, days);
      transaction.update(key, update);
    }
  }
}
