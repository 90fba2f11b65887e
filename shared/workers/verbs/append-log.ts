import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { projectKeys, runKeys } from '../../kernel/store/keys.ts';
import { ifWriter } from '../../results/verbs/write/run-writer.ts';
import { type LogBatchRecord, logBatchEntity } from '../../runs/store/run-logs.ts';
import { findWork, isStopping, requireClaim, type UnderClaim } from './find-work.ts';

type LogLine = LogBatchRecord['lines'][number];

/** Most bytes of text in an item, which may have 400 KB in all. */
const itemBytes = 200_000;

/** Most lines of a request, and so of a stored batch. */
const batchLines = 100;

/**
 * Adds lines to the log of a run, with its fence checked in the same transaction. A number is written once: its first
 * line stays, so that a repeat writes nothing, however its lines are cut into batches.
 * @returns the number of the next line, and whether the worker must stop.
 * @throws ServiceError `not-found`; `forbidden` to others than the claim's worker; `conflict` when the worker must
 * stop.
 */
export function appendLog(
  ctx: ProjectContext,
  flowRunId: string,
  { fence, claimKey, sequence, lines }: UnderClaim & { sequence: number; lines: readonly LogLine[] },
): Promise<{ next: number; stop: boolean }> {
  return retryOnConflict(orRefuse(`The log of run '${flowRunId}'`), async () => {
    const work = await findWork(ctx, flowRunId, { claimKey });
    await requireClaim(work, fence);
    const { projectId, executionId } = work.execution;
    const next = sequence + lines.length;
    const answer = { next, stop: isStopping(work) };
    const written = await writtenNumbers(ctx, { projectId, executionId, fence }, sequence, next);
    const accepted = lines
      .map((line, n) => ({ number: sequence + n, line }))
      .filter(({ number }) => !written.has(number));
    if (accepted.length === 0) return answer;
    const transaction = new Transaction(ctx.db).check(
      projectKeys.execution(projectId, executionId),
      ifWriter(work.execution, fence),
      staleRead,
    );
    const batch = { projectId, executionId, fence, writtenAt: nowOf(ctx) };
    for (const part of partsOf(accepted))
      transaction.put(logBatchEntity.encode({ ...batch, ...part }, 1), ifAbsent, staleRead);
    await transaction.commit();
    return answer;
  });
}

/** Which numbers from `sequence` up to `next` have lines under a fence. */
async function writtenNumbers(
  { db }: ProjectContext,
  of: { projectId: string; executionId: string; fence: number },
  sequence: number,
  next: number,
): Promise<Set<number>> {
  const keyOf = (number: number) => runKeys.log(of.projectId, of.executionId, of.fence, number);
  const { pk, sk: from } = keyOf(Math.max(0, sequence - batchLines + 1));
  const items = await queryAll(db, { pk, from, through: keyOf(next - 1).sk });
  const batches = items.map((item) => logBatchEntity.decode(item));
  return new Set(batches.flatMap((batch) => batch.lines.map((_, n) => batch.sequence + n)));
}

/** Cuts lines into batches of numbers that follow each other, each of which fits an item. */
function partsOf(lines: readonly { number: number; line: LogLine }[]): Pick<LogBatchRecord, 'sequence' | 'lines'>[] {
  const parts: { sequence: number; lines: LogLine[]; bytes: number }[] = [];
  for (const { number, line } of lines) {
    const bytes = Buffer.byteLength(line.text);
    const last = parts.at(-1);
    if (last && number === last.sequence + last.lines.length && last.bytes + bytes <= itemBytes) {
      last.lines.push(line);
      last.bytes += bytes;
    } else parts.push({ sequence: number, lines: [line], bytes });
  }
  return parts.map(({ sequence, lines: own }) => ({ sequence, lines: own }));
}
