import type { MemoryTable, Written } from '#local/table-in-memory/memory-table.ts';
import { runKeys } from '#shared/store/keys.ts';
import { Violation } from '../world/world.ts';

/**
 * A start leaves the queue with what became of it, and for good: one that was started has its execution, and one that was
 * removed never begins.
 */
export class QueueWatch {
  readonly #table: MemoryTable;
  readonly #removed = new Set<string>();

  constructor(table: MemoryTable) {
    this.#table = table;
  }

  look({ before, after }: Written, entity: string, projectId: string): void {
    if (entity === 'run' && !before) this.#begun(after?.flowRunId?.S ?? '');
    if (entity !== 'run-queue') return;
    // A repeat of the request, after another start has left the queue.
    this.#removed.delete(after?.queued?.M?.flowRunId?.S ?? '');
    const waited = before?.queued?.M?.flowRunId?.S;
    const last = after?.last?.M;
    if (waited !== undefined && waited !== after?.queued?.M?.flowRunId?.S && last?.flowRunId?.S !== waited)
      throw new Violation(`The start ${waited} is lost from the queue of ${projectId}`);
    const flowRunId = last?.flowRunId?.S ?? '';
    const { pk, sk } = runKeys.run(projectId, flowRunId);
    const hasBegun = this.#table.get(pk, sk) !== undefined;
    if (last?.outcome?.S === 'started' && !hasBegun)
      throw new Violation(`The start ${flowRunId} left the queue, and has not begun`);
    if (last?.outcome?.S !== 'removed') return;
    this.#removed.add(flowRunId);
    if (hasBegun) this.#begun(flowRunId);
  }

  #begun(flowRunId: string): void {
    if (this.#removed.has(flowRunId)) throw new Violation(`The start ${flowRunId} was removed, and has begun`);
  }
}
