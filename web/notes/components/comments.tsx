import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MentionArea } from '../../discussions/components/mention-area/mention-area.tsx';
import { ImageField } from '../../images/components/image-field/image-field.tsx';
import { Button } from '../../ui/components/button.tsx';
import { LeaveGuard } from '../../ui/components/leave-guard.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { meQuery, useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { NoteComment, TargetNotes } from '../../ui/lib/api/wire.ts';
import { draftOf, useDraft } from '../lib/drafts.ts';
import type { EditableNote } from '../lib/editable-note.ts';
import { commentsQuery } from '../lib/queries.ts';
import type { ScopeQuery } from '../lib/scope.ts';
import { noNote } from '../lib/scope.ts';
import { lengthProblem, lengthText } from '../lib/text.ts';
import { addComment, deleteComment, type NoteTargetRef, saveComment } from '../lib/writes.ts';
import { NoteEditor } from './note-editor.tsx';
import { NoteText } from './note-text.tsx';
import styles from './notes.module.css';

interface CommentsProps {
  target: NoteTargetRef;
  /** The target in words, such as `Q3`. */
  label: string;
  query: ScopeQuery;
  /** The newest ones, the oldest of them first. */
  newest: readonly NoteComment[];
  count: number;
  refetch: () => Promise<TargetNotes>;
  closesOn?: readonly string[];
}

type CommentProps = Pick<CommentsProps, 'target' | 'label' | 'query' | 'closesOn'> & {
  /** Reads all comments again. */
  refetch: () => Promise<readonly NoteComment[]>;
};

/** The comments on the note of a target, the oldest first; everybody edits their own. */
export function Comments(props: CommentsProps) {
  const me = useQuery(meQuery()).data;
  const readOnly = useReadOnlyReason();
  const { newest, count, label } = props;
  const [showsAll, setShowsAll] = useState(false);
  const all = useQuery({ ...commentsQuery(props.target, props.query), enabled: showsAll });
  const queryClient = useQueryClient();
  const refetch = async () => {
    const notes = await props.refetch();
    if (notes.comment_count === notes.comments.length) return notes.comments;
    return queryClient.fetchQuery({ ...commentsQuery(props.target, props.query), staleTime: 0 });
  };
  const comments = (showsAll && count > newest.length && all.data) || newest;
  const older = count - comments.length;
  return (
    <div className={styles.note}>
      <h3>Comments</h3>
      {comments.length === 0 ? (
        <p className={styles.by}>No comments yet</p>
      ) : (
        <ul className={styles.list} aria-label={`Comments on ${label}`}>
          {comments.map((comment) => (
            <li key={comment.comment_id}>
              {me && readOnly === undefined && (comment.created_by === me.username || me.system_role === 'admin') ? (
                <OwnComment {...props} refetch={refetch} comment={comment} />
              ) : (
                <div className={styles.note}>
                  <NoteText text={comment.content} chipId={props.target.chipId} />
                  <CommentBy comment={comment} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {older > 0 && (
        <Button small disabled={all.isFetching} onClick={() => setShowsAll(true)}>
          Show all {count} comments
        </Button>
      )}
      <ErrorNotice error={all.error} />
      {readOnly === undefined && <NewComment {...props} refetch={refetch} />}
    </div>
  );
}

function CommentBy({ comment }: { comment: NoteComment }) {
  return (
    <p className={styles.by}>
      {comment.created_by}, <RelativeTime at={comment.created_at} />
      {comment.updated_at !== null && (
        <>
          {' '}
          · edited by {comment.updated_by}, <RelativeTime at={comment.updated_at} />
        </>
      )}
    </p>
  );
}

const editable = (comment: NoteComment): EditableNote => ({
  content: comment.content,
  etag: comment.etag,
  updated_by: comment.updated_at === null ? comment.created_by : comment.updated_by,
  updated_at: comment.updated_at ?? comment.created_at,
});

function OwnComment({ target, query, comment, refetch, closesOn }: CommentProps & { comment: NoteComment }) {
  const id = comment.comment_id;
  return (
    <NoteEditor
      name={`the comment of ${comment.created_by}: ${[...comment.content].slice(0, 30).join('')}`}
      empty="Empty comment"
      note={editable(comment)}
      chipId={target.chipId}
      about={comment.updated_at === null ? undefined : `edited, first written by ${comment.created_by}`}
      write={(content, etag) => saveComment(target, id, query, content, etag)}
      remove={(etag) => deleteComment(target, id, query, etag)}
      refetch={async () => {
        const found = (await refetch()).find((one) => one.comment_id === id);
        return found ? editable(found) : noNote;
      }}
      {...(closesOn && { closesOn })}
    />
  );
}

function NewComment({ target, label, query, refetch, closesOn }: CommentProps) {
  const draftName = `${target.chipId} comment ${label}`;
  const [text, setText] = useState(() => draftOf(draftName)?.text ?? '');
  useDraft(draftName, text === '' ? undefined : { text });
  const send = useMutation({
    mutationFn: async () => {
      await addComment(target, query, text);
      await refetch();
    },
    onSuccess: () => setText(''),
  });
  const problem = lengthProblem(text);
  const isEmpty = text.trim() === '';
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !problem) send.mutate();
      }}
    >
      <ImageField value={text} onText={setText}>
        <MentionArea
          label={`Comment on ${label}`}
          rows={2}
          value={text}
          hint={`Markdown; @name mentions. ${lengthText(text)}`}
          problem={problem}
          onText={setText}
        />
      </ImageField>
      <div className={styles.actions}>
        <Button type="submit" small disabled={isEmpty || problem !== undefined || send.isPending}>
          Add comment
        </Button>
      </div>
      <ErrorNotice error={send.error} />
      <LeaveGuard
        isActive={!isEmpty}
        name={`your comment on ${label}`}
        stay="Stay to add it."
        {...(closesOn && { closesOn })}
      />
    </form>
  );
}
