import type { ChipRecord } from '../../../chips/store/chips.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, type Database } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { measuredByDay, openDay, openDayKey, openSpanEntity } from '../../store/open-spans.ts';
import type { SampleRecord } from '../../store/samples.ts';

/** The roll-ups of the days of these samples lack them. */
export async function addOpenDays(
  db: Database,
  transaction: Transaction,
  { projectId, chipId }: ChipRecord,
  samples: readonly SampleRecord[],
): Promise<void> {
  const days = [...measuredByDay(samples)];
  const marks = await batchGetItems(
    db,
    days.map(([day]) => openDayKey({ projectId, chipId, day })),
  );
  for (const [n, [day, measured]] of days.entries()) {
    const mark = marks[n];
    openDay(transaction, mark && openSpanEntity.decode(mark), { projectId, chipId, day }, measured, staleRead);
  }
}
