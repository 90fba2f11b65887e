import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { taskKeys } from '../../kernel/store/keys.ts';
import type { RunParameter, TaskType } from '../../runs/rules/plan.ts';

/** A task that the project has used. */
export interface TaskDefinitionRecord {
  projectId: string;
  name: string;
  /** Who was the first to use it. */
  username: string;
  backend?: string | undefined;
  description: string;
  taskType: TaskType;
  /** It measures the qubits of a mux at once. */
  isMuxTask?: boolean | undefined;
  inputParameters: Record<string, RunParameter>;
  outputParameters: Record<string, RunParameter>;
  /** Absent on one from before this was kept. */
  createdAt?: string | undefined;
}

export const taskDefinitionEntity = defineEntity<TaskDefinitionRecord>({
  name: 'task-definition',
  version: 1,
  keys: (task) => taskKeys.definition(task.projectId, task.name),
});

/** A backend or a tag that the project has used, and who was the first to. */
export interface UsedNameRecord {
  projectId: string;
  name: string;
  username: string;
  createdAt: string;
}

export const backendEntity = defineEntity<UsedNameRecord>({
  name: 'backend',
  version: 1,
  keys: (backend) => taskKeys.backend(backend.projectId, backend.name),
});

export const tagEntity = defineEntity<UsedNameRecord>({
  name: 'tag',
  version: 1,
  keys: (tag) => taskKeys.tag(tag.projectId, tag.name),
});

/** What a run left on its target values. */
export interface CalibrationNoteRecord {
  projectId: string;
  executionId: string;
  /** `master`: the note of the whole run (rule QDASH-20). */
  taskId: string;
  chipId: string;
  username: string;
  timestamp: string;
  /** JSON, deflated, in base64: the values of a thousand qubits are larger than an item may be; its beginning. */
  packedNote: string;
  /** How many pieces follow in items of their own; absent for none. */
  pieces?: number | undefined;
}

export const calibrationNoteEntity = defineEntity<CalibrationNoteRecord>({
  name: 'calibration-note',
  version: 1,
  keys: ({ projectId, executionId, taskId, chipId, username, timestamp }) => ({
    ...taskKeys.calibrationNote(projectId, executionId, taskId, chipId),
    gsi1pk: taskKeys.calibrationNotesOf(projectId, username),
    gsi1sk: taskKeys.byTime(timestamp, executionId),
  }),
});

/** A piece of a calibration note that is larger than an item, even deflated. */
interface CalibrationNotePieceRecord
  extends Pick<CalibrationNoteRecord, 'projectId' | 'executionId' | 'taskId' | 'chipId' | 'packedNote'> {
  /** From 1. */
  piece: number;
}

/** Codec of these. */
export const calibrationNotePieceEntity = defineEntity<CalibrationNotePieceRecord>({
  name: 'calibration-note-piece',
  version: 1,
  keys: ({ projectId, executionId, taskId, chipId, piece }) =>
    taskKeys.calibrationNotePiece(projectId, executionId, taskId, chipId, piece),
});
