import { reverseCouplingId } from '../../chips/rules/coupling-id.ts';

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

const couplingScopes: readonly NoteEventScope[] = ['coupling', 'coupling_metric'];

/** The ids under which a target's events are stored: for couplings also the exchanged one (rule NOTE-20). */
export function targetIdsOf(scope: NoteEventScope, targetId: string): string[] {
  const reversed = couplingScopes.includes(scope) ? reverseCouplingId(targetId) : undefined;
  return reversed === undefined || reversed === targetId ? [targetId] : [targetId, reversed];
}

/** The exchanged id of a target, and the scopes in which it means the same; undefined if there is none. */
export function reversedTarget(targetId: string): { id: string; scopes: readonly NoteEventScope[] } | undefined {
  const [, id] = targetIdsOf('coupling', targetId);
  return id === undefined ? undefined : { id, scopes: couplingScopes };
}
