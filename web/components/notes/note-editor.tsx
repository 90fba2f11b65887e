import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { hasCode } from '../../lib/api/api.ts';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import type { EditableNote } from '../../lib/notes/editable-note.ts';
import { lengthProblem, lengthText } from '../../lib/notes/text.ts';
import { Button } from '../button.tsx';
import { AreaField } from '../field.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { ErrorNotice } from '../notice.tsx';
import { RelativeTime } from '../relative-time.tsx';
import styles from './notes.module.css';

// Dialogs are needed only by those who meet them.
const DeleteNote = lazy(() => import('./delete-note.tsx').then((module) => ({ default: module.DeleteNote })));
const NoteConflict = lazy(() => import('./note-conflict.tsx').then((module) => ({ default: module.NoteConflict })));

interface NoteEditorProps {
  /** What is noted on, within a sentence: `the note of chip qpu-1`. */
  name: string;
  note: EditableNote;
  /** Said beside the author: the scope. */
  about?: ReactNode;
  /** Said where there is no note. */
  empty: string;
  /** Writes over the note whose etag is given, and fails with 409 where another stands there. */
  write: (content: string, etag: string) => Promise<unknown>;
  /** Deletes; absent where the note cannot be deleted here. */
  remove?: ((etag: string) => Promise<unknown>) | undefined;
  /** Reads the note as it stands now. */
  refetch: () => Promise<EditableNote>;
  /** Where a text is entered, what is said of where it will be kept. */
  savedTo?: string;
  /** Search parameters of the page whose change closes this editor. */
  closesOn?: readonly string[];
}

/** A note to read and, for those who may, to write: nobody's text is written over unseen (rule API-18). */
export function NoteEditor(props: NoteEditorProps) {
  const { name, note } = props;
  const readOnly = useReadOnlyReason();
  const [isOpen, setIsOpen] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  if (isOpen) return <NoteForm {...props} onClose={() => setIsOpen(false)} />;
  const isNoted = note.content !== '';
  return (
    <div className={styles.note}>
      {isNoted ? <p className={styles.text}>{note.content}</p> : <p className={styles.by}>{props.empty}</p>}
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
          disabledReason={readOnly}
          aria-label={isNoted ? `Edit ${name}` : `Write ${name}`}
          onClick={() => setIsOpen(true)}
        >
          {isNoted ? 'Edit' : 'Write'}
        </Button>
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

function NoteForm(props: NoteEditorProps & { onClose: () => void }) {
  const { name, onClose } = props;
  // What the text began from: a save goes over this and nothing else.
  const [base, setBase] = useState<EditableNote>(props.note);
  const [text, setText] = useState(base.content);
  const [theirs, setTheirs] = useState<EditableNote>();
  const save = useMutation({
    mutationFn: async ({ content, over }: { content: string; over: EditableNote }) => {
      await props.write(content, over.etag);
      await props.refetch();
    },
    onSuccess: onClose,
    onError: async (error) => {
      if (hasCode(error, 'etag_mismatch')) setTheirs(await props.refetch());
    },
  });
  const problem = lengthProblem(text);
  const isDirty = text !== base.content;
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem && isDirty) save.mutate({ content: text, over: base });
      }}
    >
      <AreaField
        label={`Text of ${name}`}
        rows={5}
        value={text}
        autoFocus
        hint={`${lengthText(text)}${props.savedTo ? `; kept for ${props.savedTo}` : ''}`}
        problem={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" small variant="primary" disabled={!isDirty || problem !== undefined || save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button small onClick={onClose}>
          {isDirty ? 'Discard changes' : 'Cancel'}
        </Button>
      </div>
      {!hasCode(save.error, 'etag_mismatch') && <ErrorNotice error={save.error} />}
      <Suspense>
        {theirs && (
          <NoteConflict
            name={name}
            theirs={theirs}
            mine={text}
            isSaving={save.isPending}
            onChange={setText}
            onTakeTheirs={onClose}
            onSaveMine={() => save.mutate({ content: text, over: theirs })}
            onEditOn={() => {
              setBase(theirs);
              setTheirs(undefined);
            }}
          />
        )}
      </Suspense>
      <LeaveGuard
        isActive={isDirty && !save.isSuccess}
        name={name}
        stay="Stay to save it."
        {...(props.closesOn && { closesOn: props.closesOn })}
      />
    </form>
  );
}
