import { transactionLimit } from '../../../kernel/store/dynamodb/transaction.ts';
import { utcDayOf } from '../../../kernel/store/keys.ts';
import { measuredTargetOf, type TaskUpdate } from './task-update.ts';

/**
 * Besides the results and open days, a transaction writes the execution, the chip, its statistics and the mark of its
 * cool-down.
 */
const ownWrites = 4;

/** What the updates of one transaction may take (DynamoDB, Service quotas). */
const room = {
  writes: transactionLimit - ownWrites,
  /** As JSON. A result is written up to three times, and the whole of its target counts as well: 4 MB in all. */
  bytes: 500_000,
  /** Values that an update of one target names, each by itself: its expression has 4 KB. */
  valuesOfTarget: 150,
};

/** Items that an update writes: its result and, where it measured a target, that, its samples and two latest rows. */
const writesOf = (update: TaskUpdate): number => (measuredTargetOf(update) ? 5 : 1);

/** Cuts updates so that each part fits one transaction; one empty part if there are none. */
export function partsOf(updates: readonly TaskUpdate[]): TaskUpdate[][] {
  const parts: TaskUpdate[][] = [];
  let last: Part | undefined;
  for (const update of updates) {
    if (!last?.takes(update)) {
      last = new Part();
      last.takes(update);
      parts.push(last.updates);
    }
  }
  return parts.length > 0 ? parts : [[]];
}

class Part {
  readonly updates: TaskUpdate[] = [];
  #writes = 0;
  #bytes = 0;
  readonly #values = new Map<string, number>();
  readonly #days = new Set<string>();

  /** Takes an update where there is room for it; the first one always. */
  takes(update: TaskUpdate): boolean {
    const day = dayOf(update);
    const writes = this.#writes + writesOf(update) + (day === undefined || this.#days.has(day) ? 0 : 1);
    const bytes = this.#bytes + bytesOf(update);
    const target = targetOf(update);
    const values = (this.#values.get(target) ?? 0) + valuesOf(update);
    const fits = writes <= room.writes && bytes <= room.bytes && values <= room.valuesOfTarget;
    if (!fits && this.updates.length > 0) return false;
    this.#writes = writes;
    this.#bytes = bytes;
    this.#values.set(target, values);
    if (day !== undefined) this.#days.add(day);
    this.updates.push(update);
    return true;
  }
}

/** Figures and raw data are objects of the bucket: of them the table has their paths alone. */
function bytesOf(update: TaskUpdate): number {
  const { kind } = update;
  const sized = kind === 'ended' ? { ...update, outcome: { ...update.outcome, figures: [], rawData: [] } } : update;
  return Buffer.byteLength(JSON.stringify(sized));
}

/** The UTC day whose roll-ups are to hold what an update measured. */
const dayOf = (update: TaskUpdate): string | undefined =>
  update.kind === 'ended' ? utcDayOf(update.outcome.endAt) : undefined;

const targetOf = (update: TaskUpdate): string =>
  update.kind === 'ended' ? `${update.outcome.type} ${update.outcome.target}` : '';

const valuesOf = (update: TaskUpdate): number =>
  update.kind === 'ended' ? Object.keys(update.outcome.outputParameters).length : 0;
