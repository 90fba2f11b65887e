import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import { draftOf } from '../lib/drafts.ts';
import type { NoteEditorProps } from './note-props.ts';
import { NoteText } from './note-text.tsx';
import styles from './notes.module.css';

// Needed only by those who write.
const DeleteNote = lazy(() => import('./delete-note.tsx').then((module) => ({ default: module.DeleteNote })));
const NoteForm = lazy(() => import('./note-form.tsx').then((module) => ({ default: module.NoteForm })));

/** Shows a note and, with the permission, edits it. Another user's text is never overwritten unseen (rule API-18). */
export function NoteEditor(props: NoteEditorProps) {
  const { name, note } = props;
  const readOnly = useReadOnlyReason();
  const [isOpen, setIsOpen] = useState(() => draftOf(`${props.chipId} ${name}`) !== undefined);
  const [isDeleting, setIsDeleting] = useState(false);
  const isNoted = note.content !== '';
  if (isOpen)
    return (
      <Suspense fallback={isNoted && <NoteText text={note.content} chipId={props.chipId} />}>
        <NoteForm {...props} onClose={() => setIsOpen(false)} />
      </Suspense>
    );
  return (
    <div className={styles.note}>
      {isNoted ? <NoteText text={note.content} chipId={props.chipId} /> : <p className={styles.by}>{props.empty}</p>}
      {note.updated_at !== null && (
        <p className={styles.by}>
          {isNoted ? '' : 'Cleared by '}
          {note.updated_by}, <RelativeTime at={note.updated_at} />
          {props.about && <> · {props.about}</>}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          small
          aria-keyshortcuts={props.shortcut}
          disabledReason={readOnly}
          aria-label={isNoted ? `Edit ${name}` : `Write ${name}`}
          onClick={() => setIsOpen(true)}
        >
          {isNoted ? 'Edit' : 'Write'}
        </Button>
        {isNoted && props.thing && (
          <Link
            to="/discussions/new"
            search={props.thing}
            state={{ note: note.content } as never}
            className={buttonClass({ small: true })}
            aria-label={`Discuss ${name}`}
          >
            Discuss
          </Link>
        )}
        {props.remove && (
          <Button
            small
            variant="quiet"
            disabledReason={readOnly}
            aria-label={`Delete ${name}`}
            onClick={() => setIsDeleting(true)}
          >
            Delete…
          </Button>
        )}
      </div>
      <Suspense>{isDeleting && <DeleteNote {...props} onClose={() => setIsDeleting(false)} />}</Suspense>
    </div>
  );
}
