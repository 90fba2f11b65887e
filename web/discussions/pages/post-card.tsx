import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { threadBounds } from '#shared/discussions/rules/bounds.ts';
import { ImageField } from '../../images/components/image-field/image-field.tsx';
import { Button } from '../../ui/components/button.tsx';
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx';
import { TextField } from '../../ui/components/field.tsx';
import { LeaveGuard } from '../../ui/components/leave-guard.tsx';
import { Markdown } from '../../ui/components/markdown/markdown.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { Card } from '../../ui/components/page.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { api } from '../../ui/lib/api/api.ts';
import type { Post } from '../../ui/lib/api/wire.ts';
import { plural } from '../../ui/lib/format/words.ts';
import listStyles from '../components/discussions.module.css';
import { MentionArea } from '../components/mention-area/mention-area.tsx';
import { revisionsQuery } from '../lib/queries.ts';
import styles from './discussions-page.module.css';
import { contentHint, contentProblem } from './text.ts';
import { useDiscussionWrite } from './use-discussion-write.ts';
import { useRights } from './use-rights.ts';

/** A thread's first post or a reply: its text, its earlier ones, and for its author the way to change it. */
export function PostCard({ post }: { post: Post }) {
  const [mode, setMode] = useState<'edit' | 'delete'>();
  const [showsHistory, setShowsHistory] = useState(false);
  const rights = useRights(post);
  const what = post.parent_id === null ? 'the discussion' : `the reply of ${post.username}`;
  if (mode === 'edit') return <EditPost post={post} what={what} onClose={() => setMode(undefined)} />;
  return (
    <Card>
      <article
        className={styles.post}
        aria-label={post.parent_id === null ? 'First post' : `Reply of ${post.username}`}
      >
        <p className={listStyles.by}>
          {post.username}, <RelativeTime at={post.created_at} />
          {post.edited_at !== null && (
            <>
              {' '}
              · edited <RelativeTime at={post.edited_at} />
            </>
          )}
        </p>
        <Markdown text={post.content} mentions={post.mentions} />
        <div className={styles.actions}>
          {rights.mayEdit && (
            <Button small aria-label={`Edit ${what}`} onClick={() => setMode('edit')}>
              Edit
            </Button>
          )}
          {rights.mayDelete && (
            <Button small variant="quiet" aria-label={`Delete ${what}`} onClick={() => setMode('delete')}>
              Delete…
            </Button>
          )}
          {post.revision_count > 0 && (
            <Button small variant="quiet" aria-expanded={showsHistory} onClick={() => setShowsHistory(!showsHistory)}>
              {plural(post.revision_count, 'earlier text')}
            </Button>
          )}
        </div>
        {showsHistory && <History post={post} />}
      </article>
      <DeletePost post={post} what={what} open={mode === 'delete'} onClose={() => setMode(undefined)} />
    </Card>
  );
}

function History({ post }: { post: Post }) {
  const { data, error } = useQuery(revisionsQuery(post.id));
  if (!data) return <Pending error={error} what="earlier texts" />;
  return (
    <ul className={listStyles.list} aria-label="Earlier texts">
      {data.map((revision) => (
        <li key={revision.number}>
          <span className={listStyles.by}>
            until <RelativeTime at={revision.replaced_at} />
          </span>
          {revision.title !== null && revision.title !== post.title && <strong>{revision.title}</strong>}
          <Markdown text={revision.content} />
        </li>
      ))}
    </ul>
  );
}

function EditPost({ post, what, onClose }: { post: Post; what: string; onClose: () => void }) {
  // The version that the text began from: a save overwrites this one only.
  const [base] = useState(post);
  const [title, setTitle] = useState(base.title ?? '');
  const [content, setContent] = useState(base.content);
  const isThread = base.parent_id === null;
  const save = useDiscussionWrite(
    () =>
      api.updateForumPost({
        params: { post_id: base.id },
        body: { content, ...(isThread ? { title } : {}) },
        headers: { 'if-match': base.etag },
      }),
    onClose,
  );
  const problem = contentProblem(content);
  const isEmpty = content.trim() === '' || (isThread && title.trim() === '');
  const isDirty = content !== base.content || title !== (base.title ?? '');
  return (
    <Card>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty && !isEmpty && problem === undefined) save.mutate(undefined);
        }}
      >
        {isThread && (
          <TextField
            label="Title"
            value={title}
            maxLength={threadBounds.titleLength}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
        <ImageField value={content} onText={setContent}>
          <MentionArea
            label={`Text of ${what}`}
            rows={6}
            value={content}
            autoFocus
            hint={contentHint}
            problem={problem}
            onText={setContent}
          />
        </ImageField>
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="primary"
            disabled={!isDirty || isEmpty || problem !== undefined || save.isPending}
          >
            Save
          </Button>
          <Button onClick={onClose}>{isDirty ? 'Discard changes' : 'Cancel'}</Button>
        </div>
        <ErrorNotice error={save.error} />
        <LeaveGuard isActive={isDirty && !save.isSuccess} name={what} stay="Stay to save it." />
      </form>
    </Card>
  );
}

function DeletePost({ post, what, open, onClose }: { post: Post; what: string; open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const removal = useDiscussionWrite(async () => {
    await api.deleteForumPost({ params: { post_id: post.id } });
    if (post.parent_id === null) await navigate({ to: '/discussions' });
  }, onClose);
  const description =
    post.parent_id === null
      ? `Its ${plural(post.reply_count, 'reply', 'replies')} and all earlier texts go with it. This cannot be undone.`
      : 'Its earlier texts go with it. This cannot be undone.';
  return (
    <ConfirmDialog
      title={`Delete ${what}?`}
      description={description}
      action="Delete"
      danger
      write={removal}
      onConfirm={() => removal.mutate(undefined)}
      open={open}
      onClose={onClose}
    />
  );
}
