import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { readCalibrationNote } from '#shared/services/tasks/calibration-note.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getCalibrationNote = endpoint(taskResultOperations.getCalibrationNote, async ({ ctx }) => {
  const note = await readCalibrationNote(ctx);
  return {
    username: note.username,
    execution_id: note.executionId,
    task_id: note.taskId,
    chip_id: note.chipId,
    note: note.note,
    timestamp: note.timestamp,
    project_id: note.projectId,
    system_info: { created_at: note.timestamp, updated_at: note.timestamp },
  };
});
