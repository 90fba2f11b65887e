import { Link } from '@tanstack/react-router';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { metricDisplay } from '#shared/values/rules/cell/display.ts';
import { Pending } from '../../ui/components/pending.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import type { LatticeKind, ScopedNote } from '../../ui/lib/api/wire.ts';
import { actionKeys } from '../../ui/lib/keys/keys.ts';
import { targetLabel } from '../../values/lib/metrics/cells.ts';
import { notesOf } from '../lib/queries.ts';
import { scopeQuery, scopeText } from '../lib/scope.ts';
import type { NoteTargetRef } from '../lib/writes.ts';
import { Comments } from './comments.tsx';
import { NoteText } from './note-text.tsx';
import styles from './notes.module.css';
import { ScopedNoteEditor } from './scoped-note-editor.tsx';
import { useChipNotes } from './use-chip-notes.ts';

/** Everything noted on one qubit or coupling: its note, the notes of its metrics, and the comments. */
export function TargetNotesPanel(props: {
  target: NoteTargetRef;
  cooldown?: string | undefined;
  closesOn?: readonly string[];
}) {
  const { target } = props;
  const { chipId, kind, id } = target;
  const { summary, error, refetch } = useChipNotes(chipId, props.cooldown);
  if (!summary) return <Pending error={error} what="notes" />;
  const notes = notesOf(summary, kind, id);
  const label = targetLabel(kind, id);
  const refetchTarget = async () => notesOf(await refetch(), kind, id);
  const bound = props.closesOn && { closesOn: props.closesOn };
  return (
    <div className={styles.note}>
      <h3>Note</h3>
      <ScopedNoteEditor
        subject={{ of: 'target', ...target }}
        name={`the note of ${label}`}
        empty={`No note on ${label}`}
        note={notes.note}
        scope={summary.scope}
        refetch={async () => (await refetchTarget()).note}
        shortcut={actionKeys.note}
        {...bound}
      />
      <MetricNotes notes={notes.metric_notes} kind={kind} label={label} chipId={chipId} />
      <Comments
        target={target}
        label={label}
        query={scopeQuery(summary.scope)}
        newest={notes.comments}
        count={notes.comment_count}
        refetch={refetchTarget}
        {...bound}
      />
      <p className={styles.by}>
        <Link to="/notes" search={{ chip: chipId, scope: kind, target: id }}>
          Timeline of {label}
        </Link>
      </p>
    </div>
  );
}

/** Notes of single metrics, which older clients write; they are shown, and written no more. */
function MetricNotes(props: {
  notes: Readonly<Record<string, ScopedNote>>;
  kind: LatticeKind;
  label: string;
  chipId: string;
}) {
  const { notes, kind, label, chipId } = props;
  const timeZone = useTimeZone();
  const entries = Object.entries(notes).filter(([, note]) => note.content !== '');
  if (entries.length === 0) return null;
  return (
    <>
      <h3>Metric notes (read only)</h3>
      <ul className={styles.list} aria-label={`Metric notes of ${label}`}>
        {entries.map(([metric, note]) => (
          <li key={metric} className={styles.note}>
            <strong>{metricDisplay(describeMetric(metric, kind)).title}</strong>
            <NoteText text={note.content} chipId={chipId} />
            {note.updated_at !== null && (
              <p className={styles.by}>
                {note.updated_by}, <RelativeTime at={note.updated_at} /> · {scopeText(note, timeZone)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
