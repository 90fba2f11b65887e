import { inflateSync } from 'node:zlib';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { notFound } from '#shared/kernel/errors.ts';
import type { Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchGetItems, queryPage } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import {
  type CalibrationNoteRecord,
  calibrationNoteEntity,
  calibrationNotePieceEntity,
} from '#shared/results/store/task-registry.ts';

/** A calibration note with what it says, in the form of CalibData: kind -> target -> metric -> value. */
export type CalibrationNote = Omit<CalibrationNoteRecord, 'packedNote' | 'pieces'> & { note: Record<string, unknown> };

/** The newest note of the caller's runs in the project. @throws ServiceError `not-found` when there is none. */
export async function readCalibrationNote(ctx: ProjectContext): Promise<CalibrationNote> {
  const newest = await newestNote(ctx);
  if (!newest)
    throw notFound(`No run of '${ctx.actor.user.username}' in project '${ctx.projectId}' has a calibration note`);
  const { rev: _, packedNote, pieces = 0, ...note } = newest;
  const { projectId, executionId, taskId, chipId } = note;
  const rest = await batchGetItems(
    ctx.db,
    Array.from({ length: pieces }, (_piece, n) =>
      taskKeys.calibrationNotePiece(projectId, executionId, taskId, chipId, n + 1),
    ),
  );
  const packed = rest.reduce<string>(
    (before, item) => before + calibrationNotePieceEntity.decode(item ?? {}).packedNote,
    packedNote,
  );
  // What `JSON.stringify` made of the values above.
  return { ...note, note: JSON.parse(inflateSync(Buffer.from(packed, 'base64')).toString('utf8')) };
}

/** The chip of the newest note of the caller's runs in the project. */
export const chipOfNewestNote = async (ctx: ProjectContext): Promise<string | undefined> =>
  (await newestNote(ctx))?.chipId;

export async function newestNote(ctx: ProjectContext): Promise<Stored<CalibrationNoteRecord> | undefined> {
  const pk = taskKeys.calibrationNotesOf(ctx.projectId, ctx.actor.user.username);
  const { items } = await queryPage(ctx.db, { index: 'gsi1', pk, descending: true }, { limit: 1 });
  return items[0] && calibrationNoteEntity.decode(items[0]);
}
