import { chipEntity } from '../../../chips/store/chips.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Deadline } from '../../../kernel/deadline.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, chunk, queryAll, queryPages, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import { updateOf } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys, projectImportKeys } from '../../../kernel/store/keys.ts';
import { type TaskResultRecord, taskResultEntity } from '../../../results/store/task-results.ts';
import { closeDaysOf } from '../../../values/verbs/days/close-days.ts';
import { closeEndedSpans } from '../../../values/verbs/projection/close-spans.ts';
import { deriveResults } from '../../../values/verbs/projection/rebuild.ts';
import {
  ifFinishing,
  type ProjectImportRecord,
  unpackKeys,
  type WrittenKeysRecord,
  writtenKeysEntity,
} from '../../store/project-imports.ts';

/** Results that are derived from together. */
const atOnce = 48;

/**
 * Derives what follows from the records of an import that brings base records only (rule ARCHIVE-13): samples and latest
 * rows of task results, roll-ups, and the days of chips. It reads the lists of written keys and not an index, which may
 * lag, and keeps how far it has come: any later call continues.
 * @throws OutOfTimeError, StaleReadError
 */
export async function deriveImported(ctx: Context, stored: ProjectImportRecord, deadline: Deadline): Promise<void> {
  const { projectId, derivedLines = -1 } = stored;
  for await (const items of queryPages(ctx.db, projectImportKeys.allWritten(projectId)))
    for (const item of items) {
      const written = writtenKeysEntity.decode(item);
      if (written.from <= derivedLines) continue;
      await deriveWritten(ctx, written, deadline);
      await keepProgress(ctx, stored, written.from);
    }
  for (const item of await queryAll(ctx.db, chipKeys.chips(projectId))) {
    const { chipId } = chipEntity.decode(item);
    await closeEndedSpans(ctx, { projectId, chipId }, deadline);
    await closeDaysOf(ctx, { projectId, chipId }, deadline);
  }
}

async function deriveWritten(ctx: Context, { projectId, keys }: WrittenKeysRecord, deadline: Deadline): Promise<void> {
  const results = unpackKeys(keys).filter(({ sk }) => sk === resultSort);
  for (const part of chunk(results, atOnce)) {
    deadline();
    const items = await batchGetItems(ctx.db, part);
    const found = items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : []));
    for (const [chipId, own] of byChip(found)) await deriveResults(ctx, { projectId, chipId }, own);
  }
}

/** Sort key of every task result. */
const resultSort = 'TR';

function byChip(results: readonly Stored<TaskResultRecord>[]): Map<string, Stored<TaskResultRecord>[]> {
  const chips = new Map<string, Stored<TaskResultRecord>[]>();
  for (const result of results) chips.set(result.chipId, [...(chips.get(result.chipId) ?? []), result]);
  return chips;
}

async function keepProgress(
  { db }: Context,
  { projectId, importId }: ProjectImportRecord,
  from: number,
): Promise<void> {
  const { ok } = await writeItem(db, {
    update: projectImportKeys.import(projectId),
    with: updateOf({ set: { derivedLines: from } }),
    condition: ifFinishing(importId),
  });
  if (!ok) throw staleRead();
}
