import { forEachConcurrent } from '../../kernel/concurrency.ts';
import type { Context } from '../../kernel/context.ts';

/** A part of some work, and how the log names it. */
export interface Part {
  name: string;
  work(): Promise<unknown>;
}

/**
 * Does every part, `width` at a time. A part that fails is logged, and the others are done.
 * @throws Error that names the parts that failed, once all others are done.
 */
export async function apart({ log }: Pick<Context, 'log'>, parts: readonly Part[], width = 1): Promise<void> {
  const failed = new Map<string, unknown>();
  await forEachConcurrent(parts, width, async ({ name, work }) => {
    try {
      await work();
    } catch (error) {
      failed.set(name, error);
      log.error('part of a sweep failed', { entity: name, reason: String(error) });
    }
  });
  if (failed.size === 0) return;
  throw new AggregateError([...failed.values()], `Failed: ${[...failed.keys()].join(', ')}; see the log`);
}
