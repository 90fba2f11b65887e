import { nowOf, type ProjectContext } from '../../context.ts';
import { getItem, ifAbsent } from '../../store/database.ts';
import { projectKeys, runKeys } from '../../store/keys.ts';
import { Transaction } from '../../store/transaction.ts';
import { type LogBatchRecord, logBatchEntity } from '../../store/workers.ts';
import { moved, untilUnmoved } from '../cooldowns/moved.ts';
import { ifWriter } from '../task-results/run-writer.ts';
import { findWork, requireClaim } from './find-work.ts';

type LogLine = LogBatchRecord['lines'][number];

/** Most bytes of text in an item, which may have 400 KB in all. */
const itemBytes = 200_000;

/**
 * Adds lines to the log of a run, with its fence checked in the same transaction. A repeat of the same first number
 * writes nothing.
 * @returns the number of the next line.
 * @throws Refusal `not-found`; `conflict` when the worker must stop.
 */
export function appendLog(
  ctx: ProjectContext,
  flowRunId: string,
  { fence, sequence, lines }: { fence: number; sequence: number; lines: readonly LogLine[] },
): Promise<number> {
  return untilUnmoved(`The log of run '${flowRunId}'`, async () => {
    const work = await findWork(ctx, flowRunId);
    await requireClaim(work, fence);
    const { projectId, executionId } = work.execution;
    const standing = await getItem(ctx.db, runKeys.log(projectId, executionId, fence, sequence));
    if (standing) return logBatchEntity.decode(standing).next;
    const next = sequence + lines.length;
    const batch = { projectId, executionId, fence, next, writtenAt: nowOf(ctx) };
    const transaction = new Transaction(ctx.db).check(
      projectKeys.execution(projectId, executionId),
      ifWriter(fence),
      moved,
    );
    for (const part of partsOf(lines))
      transaction.put(
        logBatchEntity.encode({ ...batch, sequence: sequence + part.from, lines: part.lines }, 1),
        ifAbsent,
        moved,
      );
    await transaction.commit();
    return next;
  });
}

/** Cuts lines so that each part fits an item. */
function partsOf(lines: readonly LogLine[]): { from: number; lines: LogLine[] }[] {
  const parts: { from: number; lines: LogLine[]; bytes: number }[] = [];
  for (const [n, line] of lines.entries()) {
    const bytes = Buffer.byteLength(line.text);
    const last = parts.at(-1);
    if (last && last.bytes + bytes <= itemBytes) {
      last.lines.push(line);
      last.bytes += bytes;
    } else parts.push({ from: n, lines: [line], bytes });
  }
  return parts;
}
