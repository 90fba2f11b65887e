import { deflateSync } from 'node:zlib';
import { getChip, listTargets, type TargetRecord } from '../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import type { ExecutionRecord } from '../../../runs/store/executions.ts';
import { calibrationNoteEntity, calibrationNotePieceEntity } from '../../store/task-registry.ts';

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
