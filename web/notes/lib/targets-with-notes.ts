import type { LatticeKind, NotesSummary, TargetNotes } from '../../ui/lib/api/wire.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { firstLine } from './text.ts';

/** Of each layer the noted targets, with a line that says what: none where only cleared notes are. */
export function targetsWithNotes(
  summary: Pick<NotesSummary, 'qubits' | 'couplings'> | undefined,
): Readonly<Record<LatticeKind, ReadonlyMap<string, string>>> {
  const linesOf = (targets: readonly TargetNotes[]) =>
    new Map(targets.map((notes) => [notes.target_id, notePreview(notes)] as const).filter(([, line]) => line !== ''));
  return { qubit: linesOf(summary?.qubits ?? []), coupling: linesOf(summary?.couplings ?? []) };
}

/**
 * A preview of the notes on a target: the first line of its note, and the number of others; empty if there are none.
 */
export function notePreview({ note, comment_count: comments, metric_notes }: TargetNotes): string {
  const metrics = Object.values(metric_notes).filter(({ content }) => content !== '').length;
  return [
    firstLine(note.content),
    comments > 0 ? plural(comments, 'comment') : '',
    metrics > 0 ? plural(metrics, 'metric note') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
