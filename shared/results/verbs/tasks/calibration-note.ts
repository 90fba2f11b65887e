import { deflateSync, inflateSync } from 'node:zlib';
import { getChip, listTargets, type TargetRecord } from '../../../chips/store/chips.ts';
import { type Context, nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import type { ExecutionRecord } from '../../../runs/store/executions.ts';
import {
  type CalibrationNoteRecord,
  calibrationNoteEntity,
  calibrationNotePieceEntity,
} from '../../store/task-registry.ts';

/** A calibration note with what it says, in the form of CalibData: kind -> target -> metric -> value. */
export type CalibrationNote = Omit<CalibrationNoteRecord, 'packedNote' | 'pieces'> & { note: Record<string, unknown> };

/**
 * Keeps the values that a run renewed on its chip as the run's note, at its end. Repeatable: the note of an execution is
 * written over. A run that renewed nothing, or whose chip is gone, leaves none. That of a run of the past has the time of its end.
 */
export async function saveCalibrationNote(
  ctx: Context,
  execution: Pick<ExecutionRecord, 'projectId' | 'executionId' | 'chipId' | 'username' | 'past'>,
): Promise<void> {
  const { projectId, executionId, chipId, username, past } = execution;
  const chip = await getChip(ctx.db, projectId, chipId);
  if (!chip) return;
  const [qubits, couplings] = await Promise.all([
    listTargets(ctx.db, chip, 'qubit', { consistent: false }),
    listTargets(ctx.db, chip, 'coupling', { consistent: false }),
  ]);
  const note = { qubit: valuesOf(qubits, executionId), coupling: valuesOf(couplings, executionId) };
  if (Object.keys(note.qubit).length + Object.keys(note.coupling).length === 0) return;
  const [packedNote = '', ...rest] = piecesOf(deflateSync(JSON.stringify(note)).toString('base64'));
  const ref = { projectId, executionId, taskId: 'master', chipId };
  const record = {
    ...ref,
    username,
    timestamp: past?.endAt ?? nowOf(ctx),
    packedNote,
    pieces: rest.length || undefined,
  };
  const transaction = new Transaction(ctx.db).put(calibrationNoteEntity.encode(record, 1));
  for (const [n, piece] of rest.entries())
    transaction.put(calibrationNotePieceEntity.encode({ ...ref, packedNote: piece, piece: n + 1 }, 1));
  await transaction.commit();
}

/** Most characters of a piece: an item has 400 KB. */
const pieceLength = 300_000;

const piecesOf = (packed: string): string[] =>
  Array.from({ length: Math.ceil(packed.length / pieceLength) }, (_, n) =>
    packed.slice(n * pieceLength, (n + 1) * pieceLength),
  );

const valuesOf = (targets: readonly TargetRecord[], executionId: string) =>
  Object.fromEntries(
    targets.flatMap(({ id, data }) => {
      const own = Object.entries(data).filter(([, value]) => value.executionId === executionId);
      if (own.length === 0) return [];
      const values = own.map(([metric, value]) => [
        metric,
        {
          value: value.value,
          error: value.error ?? 0,
          unit: value.unit,
          calibrated_at: value.calibratedAt,
          execution_id: executionId,
          task_id: value.taskId ?? '',
        },
      ]);
      return [[id, Object.fromEntries(values)]];
    }),
  );

/** The chip of the newest note of the caller's runs in the project. */
export const chipOfNewestNote = async (ctx: ProjectContext): Promise<string | undefined> =>
  (await newestNote(ctx))?.chipId;

async function newestNote(ctx: ProjectContext): Promise<Stored<CalibrationNoteRecord> | undefined> {
  const pk = taskKeys.calibrationNotesOf(ctx.projectId, ctx.actor.user.username);
  const { items } = await queryPage(ctx.db, { index: 'gsi1', pk, descending: true }, { limit: 1 });
  return items[0] && calibrationNoteEntity.decode(items[0]);
}

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
