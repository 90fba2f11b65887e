import { deflateSync } from 'node:zlib';
import { type Collection, commonFields, Refusal } from '../collection.ts';
import { plainMap, textOf, timesOf } from '../document.ts';

/** Most characters of a piece, as the service cuts them. */
const pieceLength = 300_000;

/** `calibration_note`: what a run left on its target values. */
export const calibrationNotes: Collection = {
  name: 'calibration_note',
  fields: [
    ...commonFields,
    'user_id',
    'username',
    'chip_id',
    'execution_id',
    'task_id',
    'note',
    'version',
    'timestamp',
  ],
  keyOf: (doc) => JSON.stringify([textOf(doc, 'execution_id'), textOf(doc, 'task_id'), textOf(doc, 'chip_id')]),
  map(doc, { projectId, emit }) {
    const [executionId, taskId, chipId] = [textOf(doc, 'execution_id'), textOf(doc, 'task_id'), textOf(doc, 'chip_id')];
    if (executionId === '' || taskId === '') throw new Refusal('has no execution_id or task_id');
    const packed = deflateSync(JSON.stringify(plainMap(doc.note))).toString('base64');
    const pieces = Array.from({ length: Math.ceil(packed.length / pieceLength) }, (_, n) =>
      packed.slice(n * pieceLength, (n + 1) * pieceLength),
    );
    const [packedNote = '', ...rest] = pieces;
    const timestamp = timesOf({ ...doc, system_info: undefined }).createdAt;
    emit('calibration-note', {
      ...{ projectId, executionId, taskId, chipId, username: textOf(doc, 'username'), timestamp, packedNote },
      pieces: rest.length || undefined,
    });
    for (const [n, piece] of rest.entries())
      emit('calibration-note-piece', { projectId, executionId, taskId, chipId, packedNote: piece, piece: n + 1 });
  },
};
