import { partitionInJson, partitionsIn, userPartitionInJson } from '#shared/kernel/store/keys.ts';
import type { Ask } from '../access.ts';

/** Tools that change items; each call names the keys that it writes. */
const writing = /^\{"name":"(?:put_item|update_item|delete_item|batch_write_item|transact_write_items)"/;

/** Signs of life, which no answer with a revision shows: `unseen` in `writeItem`. */
const unseen = /^\{"name":"put_item".*"entity":\{"S":"(?:worker|live-trace)"\}/;

/** Tools that change whole tables. */
const replacing = /^\{"name":"(?:create|delete)_table"/;

/**
 * Counts the writes of each project and user. All writes of the embedded engine pass through one process's pipe, so an unchanged
 * count proves that the project was not written (rule OVERVIEW-9).
 */
export class ProjectWrites {
  readonly #last = new Map<string, number>();
  #count = 0;
  #replaced = 0;

  /** The current count of a project. */
  revisionOf(projectId: string): number {
    return this.#countOf(partitionInJson(projectId));
  }

  /** The current count of a user. */
  revisionOfUser(userId: string): number {
    return this.#countOf(userPartitionInJson(userId));
  }

  #countOf(partition: string): number {
    return Math.max(this.#replaced, this.#last.get(partition) ?? 0);
  }

  /** Counts a call before its result is known to the caller, even if it fails. */
  counting(ask: Ask): Ask {
    return async (call) => {
      try {
        return await ask(call);
      } finally {
        this.#note(call);
      }
    };
  }

  #note(call: string): void {
    if (replacing.test(call)) this.#replaced = ++this.#count;
    if (!writing.test(call) || unseen.test(call)) return;
    const number = ++this.#count;
    for (const partition of partitionsIn(call)) this.#last.set(partition, number);
  }
}
