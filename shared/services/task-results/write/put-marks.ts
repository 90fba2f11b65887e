import { forEachConcurrent } from '../../../concurrency.ts';
import type { Item } from '../../../store/dynamodb/codec.ts';
import { type Database, writeItem } from '../../../store/dynamodb/database.ts';

const concurrentPuts = 8;

/** Puts marks one by one: the consumer of the stream, which repairs samples as well, may write no batches. */
export const putMarks = (db: Database, marks: readonly Item[]): Promise<void> =>
  forEachConcurrent(marks, concurrentPuts, async (put) => {
    await writeItem(db, { put });
  });
