import type { ChipRecord } from '../../store/chips/chips.ts';
import { staleRead } from '../../store/dynamodb/conflict.ts';
import { batchGetItems, type Database } from '../../store/dynamodb/database.ts';
import type { Transaction } from '../../store/dynamodb/transaction.ts';
import { measuredByDay, openDay, openDayKey, openSpanEntity } from '../../store/metrics/open-spans.ts';
import type { SampleRecord } from '../../store/metrics/samples.ts';

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
