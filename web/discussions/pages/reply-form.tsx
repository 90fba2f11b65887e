import { useState } from 'react';
import { ImageField } from '../../images/components/image-field/image-field.tsx';
import { draftOf, useDraft } from '../../notes/lib/drafts.ts';
import { Button } from '../../ui/components/button.tsx';
import { LeaveGuard } from '../../ui/components/leave-guard.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { Card } from '../../ui/components/page.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { MentionArea } from '../components/mention-area/mention-area.tsx';
import styles from './discussions-page.module.css';
import { contentHint, contentProblem } from './text.ts';
import { useDiscussionWrite } from './use-discussion-write.ts';

export function ReplyForm({ threadId }: { threadId: string }) {
  const [content, setContent] = useState(() => draftOf(threadId)?.text ?? '');
  useDraft(threadId, content === '' ? undefined : { text: content });
  const send = useDiscussionWrite(
    // What a reply is sorted into is its thread's.
    () => api.createForumPost({ body: { category: 'other', parent_id: threadId, content } }),
    () => setContent(''),
  );
  const problem = contentProblem(content);
  const isEmpty = content.trim() === '';
  return (
    <Card>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && problem === undefined && !send.isPending) send.mutate(undefined);
        }}
      >
        <ImageField value={content} onText={setContent}>
          <MentionArea
            label="Reply"
            rows={4}
            value={content}
            hint={contentHint}
            problem={problem}
            onText={setContent}
          />
        </ImageField>
        <div className={styles.actions}>
          <Button type="submit" variant="primary" disabled={isEmpty || problem !== undefined || send.isPending}>
            Send the reply
          </Button>
        </div>
        <ErrorNotice error={send.error} />
        <LeaveGuard isActive={!isEmpty} name="your reply" stay="Stay to send it." />
      </form>
    </Card>
  );
}
