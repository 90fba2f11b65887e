import { Link } from '@tanstack/react-router';
import { ScopedNoteEditor } from '../../../notes/components/scoped-note-editor.tsx';
import { useChipNotes } from '../../../notes/components/use-chip-notes.ts';
import { scopeText } from '../../../notes/lib/scope.ts';
import { notePreview } from '../../../notes/lib/targets-with-notes.ts';
import { Card } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { usePast } from '../../../ui/lib/api/past.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { LatticeKind, TargetNotes } from '../../../ui/lib/api/wire.ts';
import type { ChangeDashboard } from '../../../ui/lib/url/search-types.ts';
import { targetLabel } from '../../lib/metrics/cells.ts';
import styles from './notes-card.module.css';

/** The notes on the chip, and on its qubits and couplings. */
export function NotesCard(props: { chipId: string; cooldown: string | undefined; change: ChangeDashboard }) {
  const { chipId, change } = props;
  const title = usePast() ? 'Notes, as they are now' : 'Notes';
  const timeZone = useTimeZone();
  const { summary, error, refetch } = useChipNotes(chipId, props.cooldown);
  if (!summary)
    return (
      <Card title={title}>
        <Pending error={error} what="notes" />
      </Card>
    );
  const withNotes = [
    ...summary.qubits.map((notes) => ({ kind: 'qubit' as const, notes })),
    ...summary.couplings.map((notes) => ({ kind: 'coupling' as const, notes })),
  ].filter(({ notes }) => notePreview(notes) !== '');
  return (
    <Card title={title} note={scopeText(summary.scope, timeZone)}>
      <ScopedNoteEditor
        key={`${chipId} ${summary.scope.scope_key}`}
        subject={{ of: 'chip', chipId }}
        name={`the note of chip ${chipId}`}
        empty={`No note on chip ${chipId}`}
        note={summary.chip_note}
        scope={summary.scope}
        refetch={async () => (await refetch()).chip_note}
        closesOn={['chip', 'cooldown']}
      />
      <h3>Noted qubits and couplings</h3>
      {withNotes.length === 0 ? (
        <p className={styles.none}>None. Select a qubit or coupling to add a note</p>
      ) : (
        <ul className={styles.noted} aria-label="Noted qubits and couplings">
          {withNotes.map(({ kind, notes }) => (
            <NoteTargetRef key={`${kind} ${notes.target_id}`} kind={kind} notes={notes} change={change} />
          ))}
        </ul>
      )}
      <p className={styles.none}>
        <Link to="/notes" search={{ chip: chipId }}>
          Timeline and search
        </Link>
      </p>
    </Card>
  );
}

function NoteTargetRef({ kind, notes, change }: { kind: LatticeKind; notes: TargetNotes; change: ChangeDashboard }) {
  return (
    <li>
      <button
        type="button"
        className={styles.target}
        onClick={() => change({ layer: kind === 'qubit' ? undefined : 'coupling', target: notes.target_id })}
      >
        {targetLabel(kind, notes.target_id)}
      </button>
      <span className={styles.line}>{notePreview(notes)}</span>
    </li>
  );
}
