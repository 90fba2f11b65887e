import { forEachConcurrent } from '../../../kernel/concurrency.ts';
import type { Item } from '../../../kernel/store/dynamodb/codec.ts';
import { type Database, writeItem } from '../../../kernel/store/dynamodb/database.ts';

const concurrentPuts = 8;

/** Puts marks one by one: the consumer of the stream, which repairs samples as well, may write no batches. */
export const putMarks = (db: Database, marks: readonly Item[]): Promise<void> =>
  forEachConcurrent(marks, concurrentPuts, async (put) => {
    await writeItem(db, { put });
  });
