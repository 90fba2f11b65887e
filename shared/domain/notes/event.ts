/** What a note event is about (rule NOTE-11). */
export const NOTE_EVENT_SCOPES = [
  'qubit',
  'qubit_metric',
  'coupling',
  'coupling_metric',
  'task_result',
  'chip',
] as const;
export type NoteEventScope = (typeof NOTE_EVENT_SCOPES)[number];
