import type { NoteEvent } from '../../ui/lib/api/wire.ts';
import type { Destination } from '../../ui/lib/navigation/places.ts';

/** Where what a note is about is looked at. */
export function noteDestination(event: Pick<NoteEvent, 'scope' | 'chip_id' | 'target_id'>): Destination {
  const { scope, chip_id: chipId, target_id: target } = event;
  if (scope === 'chip') return { to: '/dashboard', search: { chip: chipId } };
  if (scope === 'task_result') return { to: '/tasks/$taskId', params: { taskId: target } };
  const to = scope.startsWith('qubit') ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target';
  return { to, params: { chipId, target } };
}
