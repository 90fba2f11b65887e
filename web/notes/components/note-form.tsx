import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { MentionArea } from '../../discussions/components/mention-area/mention-area.tsx';
import { ImageField } from '../../images/components/image-field/image-field.tsx';
import { Button } from '../../ui/components/button.tsx';
import { LeaveGuard } from '../../ui/components/leave-guard.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { hasCode } from '../../ui/lib/api/api.ts';
import { draftOf, useDraft } from '../lib/drafts.ts';
import type { EditableNote } from '../lib/editable-note.ts';
import { lengthProblem, lengthText } from '../lib/text.ts';
import type { NoteEditorProps } from './note-props.ts';
import styles from './notes.module.css';

const NoteConflict = lazy(() => import('./note-conflict.tsx').then((module) => ({ default: module.NoteConflict })));

/** The form in which a note is written. */
export function NoteForm(props: NoteEditorProps & { onClose: () => void }) {
  const { name, onClose } = props;
  // A save overwrites only the version that the text began from (`base`).
  const draftName = `${props.chipId} ${name}`;
  const [kept] = useState(() => draftOf(draftName));
  const [base, setBase] = useState<EditableNote>(kept?.base ?? props.note);
  const [text, setText] = useState(kept?.text ?? base.content);
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
  useDraft(draftName, isDirty && !save.isSuccess ? { text, base } : undefined);
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem && isDirty) save.mutate({ content: text, over: base });
      }}
    >
      <ImageField value={text} onText={setText}>
        <MentionArea
          label={`Text of ${name}`}
          rows={5}
          value={text}
          autoFocus
          hint={`Markdown; @name mentions. ${lengthText(text)}${props.savedTo ? `; kept for ${props.savedTo}` : ''}`}
          problem={problem}
          onText={setText}
        />
      </ImageField>
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
