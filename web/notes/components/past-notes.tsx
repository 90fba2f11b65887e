import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pending } from '../../ui/components/pending.tsx';
import { targetLabel } from '../../values/lib/metrics/cells.ts';
import { targetEventsQuery } from '../lib/target-events.ts';
import type { NoteTargetRef } from '../lib/writes.ts';
import { EventList } from './event-list.tsx';
import styles from './notes.module.css';

const firstEvents = 5;

/**
 * The events of the notes of a qubit or coupling up to an instant, newest first; of a note itself, only the current
 * text exists.
 */
export function PastNotes({ target, asOf }: { target: NoteTargetRef; asOf: string }) {
  const { data, error } = useQuery(targetEventsQuery(target));
  if (!data) return <Pending error={error} what="notes" />;
  const label = targetLabel(target.kind, target.id);
  const then = data.filter(({ created_at: at }) => at <= asOf).slice(0, firstEvents);
  return (
    <div className={styles.note}>
      {then.length > 0 ? <EventList label={`Notes on ${label} by then`} events={then} /> : <p>Nothing noted by then</p>}
      <p className={styles.by}>
        <Link to="/notes" search={{ chip: target.chipId, scope: target.kind, target: target.id }}>
          Timeline of {label}
        </Link>
      </p>
    </div>
  );
}
