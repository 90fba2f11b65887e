import type { MemoryTable, Written } from '#local/table-in-memory/memory-table.ts';
import type { Image } from '#local/table-in-memory/values.ts';
import { runKeys } from '#shared/kernel/store/keys.ts';
import { QUEUE_LIMIT } from '#shared/runs/rules/queue.ts';
import { type RunQueueRecord, runQueueEntity } from '#shared/runs/store/run-queue.ts';
import { Violation } from '../world/world.ts';
import { itemOf } from './records.ts';

/**
 * No start is lost from a queue or waits twice. A start leaves it with an outcome, and for good: one that was started has
 * its execution, and one that was removed never begins.
 */
export class QueueWatch {
  readonly #table: MemoryTable;
  readonly #removed = new Set<string>();

  constructor(table: MemoryTable) {
    this.#table = table;
  }

  look({ before, after }: Written, entity: string, projectId: string): void {
    if (entity === 'run' && !before) this.#begun(after?.flowRunId?.S ?? '');
    if (entity !== 'run-queue' || !after) return;
    const then = queueOf(before);
    const now = queueOf(after);
    const waiting = idsOf(now.waiting);
    if (new Set(waiting).size < waiting.length || waiting.length > QUEUE_LIMIT)
      throw new Violation(`The queue of ${projectId} has ${waiting.length} starts: ${waiting.join(', ')}`);
    // A repeat of the request, after others have left the queue.
    for (const id of waiting) this.#removed.delete(id);
    const kept = new Set([...waiting, ...idsOf(now.settled)]);
    const lost = idsOf(then.waiting).find((id) => !kept.has(id));
    if (lost !== undefined) throw new Violation(`The start ${lost} is lost from the queue of ${projectId}`);
    const known = new Map(then.settled.map(({ flowRunId, outcome }) => [flowRunId, outcome]));
    for (const { flowRunId, outcome } of now.settled)
      if (known.get(flowRunId) !== outcome) this.#left(projectId, flowRunId, outcome);
  }

  #left(projectId: string, flowRunId: string, outcome: RunQueueRecord['settled'][number]['outcome']): void {
    const { pk, sk } = runKeys.run(projectId, flowRunId);
    const hasBegun = this.#table.get(pk, sk) !== undefined;
    if (outcome === 'started' && !hasBegun)
      throw new Violation(`The start ${flowRunId} left the queue, and has not begun`);
    if (outcome !== 'removed') return;
    this.#removed.add(flowRunId);
    if (hasBegun) this.#begun(flowRunId);
  }

  #begun(flowRunId: string): void {
    if (this.#removed.has(flowRunId)) throw new Violation(`The start ${flowRunId} was removed, and has begun`);
  }
}

const queueOf = (image: Image | undefined): Pick<RunQueueRecord, 'waiting' | 'settled'> =>
  image ? runQueueEntity.decode(itemOf(image)) : { waiting: [], settled: [] };

const idsOf = (starts: readonly { flowRunId: string }[]): string[] => starts.map(({ flowRunId }) => flowRunId);
