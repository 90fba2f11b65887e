import type { ProjectContext } from '../../kernel/context.ts';
import { notInProject, ServiceError } from '../../kernel/errors.ts';
import { queryPage } from '../../kernel/store/dynamodb/database.ts';
import { runKeys } from '../../kernel/store/keys.ts';
import { getExecution } from '../../runs/store/executions.ts';
import { type LogBatchRecord, logBatchEntity } from '../../runs/store/run-logs.ts';

/** A line of a run's log. */
export type NumberedLine = LogBatchRecord['lines'][number] & { fence: number; sequence: number };

/** Lines in an order, and where the next ones begin. */
export interface LogPage {
  lines: NumberedLine[];
  nextCursor: string | null;
}

/** Which lines are wanted. */
export interface LogRequest {
  cursor?: string | undefined;
  limit: number;
  order: 'asc' | 'desc';
}

/** An item holds a batch of lines; a page may end within it. */
interface Position {
  fence: number;
  /** First number of the batch. */
  sequence: number;
  /** Lines of the batch that came already. */
  taken: number;
}

/** The log of a run, claim after claim and by number. @throws ServiceError `not-found`; `invalid` for a cursor not of this list. */
export async function listLog(ctx: ProjectContext, executionId: string, request: LogRequest): Promise<LogPage> {
  const { db, projectId } = ctx;
  const { limit, order } = request;
  const from = request.cursor === undefined ? undefined : decodeCursor(request.cursor);
  const [execution, items] = await Promise.all([
    getExecution(db, projectId, executionId),
    // Every batch has a line at least.
    queryPage(db, rangeOf(projectId, executionId, order, from), { limit: limit + 1 }),
  ]);
  if (!execution) throw notInProject('Run', executionId, projectId);
  const lines: NumberedLine[] = [];
  for (const item of items.items) {
    const batch = logBatchEntity.decode(item);
    const { fence, sequence } = batch;
    const own = batch.lines.map((line, n) => ({ ...line, fence, sequence: sequence + n }));
    if (order === 'desc') own.reverse();
    const taken = from?.fence === fence && from.sequence === sequence ? from.taken : 0;
    const room = limit - lines.length;
    if (room === 0) return { lines, nextCursor: encodeCursor({ fence, sequence, taken: 0 }) };
    lines.push(...own.slice(taken, taken + room));
    if (own.length - taken > room) return { lines, nextCursor: encodeCursor({ fence, sequence, taken: taken + room }) };
  }
  const last = items.lastKey && items.items.at(-1) && logBatchEntity.decode(items.items.at(-1) ?? {});
  if (!last) return { lines, nextCursor: null };
  const { fence, sequence } = last;
  return { lines, nextCursor: encodeCursor({ fence, sequence, taken: last.lines.length }) };
}

function rangeOf(projectId: string, executionId: string, order: 'asc' | 'desc', from: Position | undefined) {
  const { pk, prefix } = runKeys.logs(projectId, executionId);
  if (!from) return { pk, prefix, descending: order === 'desc' };
  const { sk } = runKeys.log(projectId, executionId, from.fence, from.sequence);
  // A sort key of a log is digits behind the prefix.
  return order === 'asc'
    ? { pk, from: sk, through: `${prefix}~` }
    : { pk, from: prefix, through: sk, descending: true };
}

const encodeCursor = ({ fence, sequence, taken }: Position): string =>
  Buffer.from(JSON.stringify([fence, sequence, taken])).toString('base64url');

function decodeCursor(cursor: string): Position {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && parsed.length === 3 && parsed.every(isCount)) {
      const [fence = 0, sequence = 0, taken = 0] = parsed as number[];
      return { fence, sequence, taken };
    }
  } catch {
    // answered below like any other cursor that is not ours
  }
  throw new ServiceError('invalid_cursor', "cursor is not a 'next_cursor' of this list");
}

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 99_999_999;
