import { chip, encodePart, encodeTarget, type Key, project, type TargetRef } from './parts.ts';

/** Keys of task results and of what is read from them. */
export const taskKeys = {
  result: (projectId: string, taskId: string): Key => ({
    pk: `${project(projectId)}#TR#${encodePart(taskId)}`,
    sk: 'TR',
  }),
  /** Leads from a result to one that repeats it. */
  reExecution: (projectId: string, sourceTaskId: string, at: string, taskId: string): Key => ({
    pk: taskKeys.result(projectId, sourceTaskId).pk,
    sk: `RE#${at}#${encodePart(taskId)}`,
  }),
  reExecutions: (projectId: string, sourceTaskId: string) => ({
    pk: taskKeys.result(projectId, sourceTaskId).pk,
    prefix: 'RE#',
  }),
  /** gsi2: results of an execution, by when they were queued. */
  ofExecution: (projectId: string, executionId: string): string => `${project(projectId)}#X#${encodePart(executionId)}`,
  /** gsi3: history of a task on a target. */
  ofTarget: (projectId: string, chipId: string, task: string, target: TargetRef): string =>
    `${chip(projectId, chipId)}#H#${encodePart(task)}#${encodeTarget(target)}`,
  /** gsi4: results of a chip. */
  ofChip: (projectId: string, chipId: string): string => `${chip(projectId, chipId)}#TR`,
  byTime: (at: string, taskId: string): string => `${at}#${encodePart(taskId)}`,
  /** Latest result of a task on a target; with a date (`YYYYMMDD`), the latest of that day. */
  latest: (projectId: string, chipId: string, task: string, target: TargetRef, date?: string): Key => ({
    pk: taskKeys.latestOf(projectId, chipId, task, date).pk,
    sk: encodeTarget(target),
  }),
  latestOf: (projectId: string, chipId: string, task: string, date?: string) => ({
    pk: `${chip(projectId, chipId)}#LATEST#${encodePart(task)}${date === undefined ? '' : `#${date}`}`,
    prefix: '',
  }),
  /** The qubits, or the couplings, of a latest partition. */
  latestKind: (kind: TargetRef['kind']): string => (kind === 'qubit' ? 'Q~' : 'C~'),
  /** Marks that a latest partition has rows, so that a deletion of the chip finds it. */
  latestMark: (projectId: string, chipId: string, task: string, date?: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `LATEST#${encodePart(task)}${date === undefined ? '' : `#${date}`}`,
  }),
  latestMarks: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'LATEST#' }),
  /** One row a day of a qubit or coupling. */
  day: (projectId: string, chipId: string, target: TargetRef, date: string): Key => ({
    pk: taskKeys.daysOf(projectId, chipId, target).pk,
    sk: date,
  }),
  /** gsi1, in the released form of a daily row: the rows of a chip by day. */
  dayOnIndex: (projectId: string, chipId: string, target: TargetRef, date: string) => ({
    gsi1pk: `${chip(projectId, chipId)}#QH#${date}`,
    gsi1sk: encodeTarget(target),
  }),
  /** Marks that daily rows of a chip do not include a result's present state yet. */
  unsettled: (projectId: string, chipId: string, taskId: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `${taskKeys.allUnsettled(projectId, chipId).prefix}${encodePart(taskId)}`,
  }),
  allUnsettled: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'UNSETTLED#' }),
  /** All daily rows of a qubit or coupling. */
  daysOf: (projectId: string, chipId: string, target: TargetRef) => ({
    pk: `${chip(projectId, chipId)}#QH#${encodeTarget(target)}`,
    prefix: '',
  }),
  calibrationNote: (projectId: string, executionId: string, taskId: string, chipId: string): Key => ({
    pk: `${project(projectId)}#X#${encodePart(executionId)}`,
    sk: `CNOTE#${encodePart(taskId)}#${encodePart(chipId)}`,
  }),
  /** What follows the beginning of a note that is larger than an item, from 1. */
  calibrationNotePiece: (
    projectId: string,
    executionId: string,
    taskId: string,
    chipId: string,
    piece: number,
  ): Key => ({
    pk: `${project(projectId)}#X#${encodePart(executionId)}`,
    sk: `CNOTE#${encodePart(taskId)}#${encodePart(chipId)}#${piece}`,
  }),
  /** gsi1: calibration notes of a user. */
  calibrationNotesOf: (projectId: string, username: string): string =>
    `${project(projectId)}#CNOTE#${encodePart(username)}`,
  definition: (projectId: string, name: string): Key => ({
    pk: project(projectId),
    sk: `TASKDEF#${encodePart(name)}`,
  }),
  definitions: (projectId: string) => ({ pk: project(projectId), prefix: 'TASKDEF#' }),
  /** What a project has written about a task: what a list says of it, and the text. */
  document: (projectId: string, name: string): Key => ({
    pk: project(projectId),
    sk: `${taskKeys.documents(projectId).prefix}${encodePart(name)}`,
  }),
  documents: (projectId: string) => ({ pk: project(projectId), prefix: 'TASKDOC#' }),
  documentText: (projectId: string, name: string): Key => ({
    pk: project(projectId),
    sk: `TASKTEXT#${encodePart(name)}`,
  }),
  backend: (projectId: string, name: string): Key => ({ pk: project(projectId), sk: `BACKEND#${encodePart(name)}` }),
  backends: (projectId: string) => ({ pk: project(projectId), prefix: 'BACKEND#' }),
  tag: (projectId: string, name: string): Key => ({ pk: project(projectId), sk: `TAG#${encodePart(name)}` }),
  tags: (projectId: string) => ({ pk: project(projectId), prefix: 'TAG#' }),
};
