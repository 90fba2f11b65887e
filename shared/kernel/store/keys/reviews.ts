import { encodePart, type Key, project } from './parts.ts';

/** Keys of reviews of task results. Ids of runs grow with time, so that the largest key is the newest. */
export const reviewKeys = {
  run: (projectId: string, runId: string): Key => ({
    pk: project(projectId),
    sk: `${reviewKeys.runs(projectId).prefix}${encodePart(runId)}`,
  }),
  runs: (projectId: string) => ({ pk: project(projectId), prefix: 'REVIEWRUN#' }),
  /** What lists say of a review. */
  row: (projectId: string, runId: string, taskId: string): Key => ({
    pk: project(projectId),
    sk: `${reviewKeys.rowsOf(projectId, runId).prefix}${encodePart(taskId)}`,
  }),
  rowsOf: (projectId: string, runId: string) => ({
    pk: project(projectId),
    prefix: `${reviewKeys.rows(projectId).prefix}${encodePart(runId)}#`,
  }),
  rows: (projectId: string) => ({ pk: project(projectId), prefix: 'REVIEW#' }),
  /** Its text, which no count reads. */
  text: (projectId: string, runId: string, taskId: string): Key => ({
    pk: project(projectId),
    sk: `REVIEWTEXT#${encodePart(runId)}#${encodePart(taskId)}`,
  }),
};
