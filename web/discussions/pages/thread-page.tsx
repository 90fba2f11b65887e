import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isClosed } from '#shared/discussions/rules/status.ts';
import { Card, DescriptionList, Page } from '../../ui/components/page.tsx';
import { PagePending, Pending } from '../../ui/components/pending.tsx';
import { ClockTime } from '../../ui/components/relative-time.tsx';
import { Tags } from '../../ui/components/tags.tsx';
import { membersQuery } from '../../ui/lib/api/queries.ts';
import { currentProject } from '../../ui/lib/api/session.ts';
import type { Thread } from '../../ui/lib/api/wire.ts';
import { plural } from '../../ui/lib/format/words.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import { SubjectLinks } from '../components/subject-links.tsx';
import { ThreadStatus } from '../components/thread-status.tsx';
import { categoriesQuery, repliesQuery, threadQuery } from '../lib/queries.ts';
import { closeReasonText } from '../lib/words.ts';
import { CaseOfThread } from './case-of-thread.tsx';
import styles from './discussions-page.module.css';
import { PostCard } from './post-card.tsx';
import { ReplyForm } from './reply-form.tsx';
import { SortThread } from './sort-thread.tsx';
import { ThreadActions } from './thread-actions.tsx';
import { useRights } from './use-rights.ts';

const route = getRouteApi('/app/discussions/$postId');
const breadcrumbs = [{ label: 'Discussions', to: '/discussions' }];

/** The reads that the address of the page tells. */
export const load = ({ params: { postId } }: PageAt<'postId'>) => [
  threadQuery(postId),
  repliesQuery(postId),
  categoriesQuery(),
  membersQuery(currentProject() ?? ''),
];

/** One discussion: what was asked, the replies, and how it ended. */
export function ThreadPage() {
  const { postId } = route.useParams();
  const thread = useQuery(threadQuery(postId));
  const replies = useQuery(repliesQuery(postId));
  // Its head and its details are drawn once it is known what they have, so that nothing moves.
  const ofHead = [useQuery(categoriesQuery()), useQuery(membersQuery(currentProject() ?? ''))];
  if (!thread.data || replies.isLoading || ofHead.some(({ isLoading }) => isLoading))
    return (
      <Page title="Discussion" breadcrumbs={breadcrumbs}>
        <PagePending error={thread.error} what="the discussion" />
      </Page>
    );
  const { title, status } = thread.data;
  return (
    <Page
      title={title ?? 'Discussion'}
      breadcrumbs={breadcrumbs}
      actions={
        <>
          <CaseOfThread thread={thread.data} />
          <ThreadActions thread={thread.data} />
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.stack}>
          <PostCard post={thread.data} />
          {replies.data ? (
            <>
              {replies.data.length > 0 && <h2>{plural(replies.data.length, 'reply', 'replies')}</h2>}
              {replies.data.map((reply) => (
                <PostCard key={reply.id} post={reply} />
              ))}
            </>
          ) : (
            <Pending error={replies.error} what="replies" />
          )}
          {isClosed({ status }) ? (
            <p>This discussion is closed. Open it again to reply.</p>
          ) : (
            <ReplyForm threadId={postId} />
          )}
        </div>
        <Facts thread={thread.data} />
      </div>
    </Page>
  );
}

function Facts({ thread }: { thread: Thread }) {
  const categories = useQuery(categoriesQuery()).data ?? [];
  const { closed_by: closedBy, closed_at: closedAt, close_reason: reason } = thread;
  const { maySort } = useRights(thread);
  return (
    <Card title="Details">
      <DescriptionList
        items={[
          ['Number', `#${thread.number}`],
          ['Status', <ThreadStatus key="status" status={thread.status} />],
          ...(closedAt === null
            ? []
            : ([
                ['Closed as', closeReasonText(reason ?? 'resolved')],
                ['Closed by', closedBy ?? '–'],
                ['Closed', <ClockTime key="closed" at={closedAt} />],
              ] as [string, React.ReactNode][])),
          [
            'About',
            thread.subjects.length > 0 ? (
              <SubjectLinks key="about" subjects={thread.subjects} />
            ) : (
              'nothing in particular'
            ),
          ],
          ['Category', categories.find(({ key }) => key === thread.category)?.name ?? thread.category],
          ['Labels', <Tags key="labels" tags={thread.labels} />],
          ['Assigned to', thread.assignees.join(', ') || 'no one'],
        ]}
      />
      {maySort && <SortThread key={thread.etag} thread={thread} />}
    </Card>
  );
}
