import { getChip } from '../../../chips/store/chips.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import type { Database } from '../../../kernel/store/dynamodb/database.ts';
import { type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import type { TargetDayRecord } from '../../store/days/target-days.ts';
import { listUnsettled, type UnsettledResultRecord } from '../../store/days/unsettled-results.ts';
import { rowStates } from '../exclusions/unsettled-days.ts';
import { readResults } from '../measured/counted.ts';
import { withStates } from '../measured/metric-states.ts';

type ChipRef = { projectId: string; chipId: string };

/**
 * Daily rows of a chip as they are to be, whatever the consumer of the stream has not done yet (rule READ-3): what is excluded
 * is in none, and what is included is in all that it belongs to. The marks are read before the rows, since a mark goes once
 * the rows are settled.
 * @throws StaleReadError where a mark came or went after it was read: older rows and newer results do not agree.
 */
export async function settleRows<T extends TargetDayRecord>(
  db: Database,
  ref: ChipRef,
  zone: string,
  marks: readonly UnsettledResultRecord[],
  rows: T[],
): Promise<T[]> {
  if (marks.length === 0) return rows;
  const [chip, results] = await Promise.all([
    getChip(db, ref.projectId, ref.chipId),
    readResults(
      db,
      ref.projectId,
      marks.map(({ taskId }) => taskId),
    ),
  ]);
  if (!chip) return rows;
  const settledRows = await Promise.all(
    rows.map(async (row) => {
      let settled = row;
      for (const result of results.values())
        if (isOf(row, result, zone)) settled = withStates(settled, await rowStates(db, chip, settled, result));
      return settled;
    }),
  );
  if (tokensOf(await listUnsettled(db, ref)) !== tokensOf(marks)) throw historyChanged();
  return settledRows;
}

const historyChanged = staleReadOf('The history of the chip');
const tokensOf = (marks: readonly UnsettledResultRecord[]): string => marks.map(({ token }) => token).join();

function isOf({ target, date }: TargetDayRecord, result: TaskResultRecord, zone: string): boolean {
  const measured = targetOf(result);
  return measured?.kind === target.kind && measured.id === target.id && calendarDate(result.updatedAt, zone) <= date;
}
