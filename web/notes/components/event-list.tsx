import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { Clamped } from '../../ui/components/clamped.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { usePastSearch } from '../../ui/lib/api/past.ts';
import type { FoundNoteEvent, NoteEvent } from '../../ui/lib/api/wire.ts';
import { noteDestination } from '../lib/destination.ts';
import { eventTarget, eventVerb } from '../lib/event-text.ts';
import { markedPieces } from '../lib/marked-pieces.ts';
import { NoteText } from './note-text.tsx';
import styles from './notes.module.css';

/** Entries of the audit feed, with what a search found in them marked. */
export function EventList({ label, events }: { label: string; events: readonly (NoteEvent | FoundNoteEvent)[] }) {
  return (
    <ol className={styles.list} aria-label={label}>
      {events.map((event) => (
        <li key={event.event_id} className={styles.note}>
          <p className={styles.entry}>
            <span className={styles.line}>
              <strong>{event.actor}</strong> {eventVerb(event)}{' '}
              <TargetLink event={event}>{eventTarget(event)}</TargetLink>
            </span>
            <span className={styles.when}>
              <RelativeTime at={event.created_at} />
              <span className={styles.line}>{placeOf(event)}</span>
            </span>
          </p>
          {event.content !== '' && (
            <Clamped>
              <EventText event={event} />
            </Clamped>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Where and in which cool-down something was noted, as far as its target does not say it. */
const placeOf = ({ scope, chip_id: chip, extra }: NoteEvent): string =>
  [scope !== 'chip' && chip, extra.cooldown_id && `cool-down ${extra.cooldown_id}`]
    .flatMap((part) => (part ? [` · ${part}`] : []))
    .join('');

/** The written text. For a search result, the plain text with the found words marked; only its images are replaced. */
function EventText({ event }: { event: NoteEvent | FoundNoteEvent }) {
  const highlights = 'highlights' in event ? event.highlights : [];
  if (highlights.length === 0) return <NoteText text={event.content} chipId={event.chip_id} />;
  return (
    <p className={styles.text}>
      <Marked text={event.content} highlights={highlights} />
    </p>
  );
}

function Marked({ text, highlights }: { text: string; highlights: readonly (readonly number[])[] }) {
  let at = 0;
  return markedPieces(text, highlights).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.isMarked ? <mark key={key}>{visibleText(piece.text)}</mark> : visibleText(piece.text);
  });
}

function TargetLink({ event, children }: { event: NoteEvent; children: ReactNode }) {
  const { to, params, search } = noteDestination(event);
  const past = usePastSearch();
  return (
    <Link
      to={to}
      params={(params ?? {}) as never}
      search={{ ...search, ...(event.scope !== 'task_result' && past) } as never}
    >
      {children}
    </Link>
  );
}
