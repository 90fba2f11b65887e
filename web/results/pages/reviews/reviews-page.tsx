import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { REVIEW_STATUSES } from '#shared/results/rules/reviews/review.ts';
import { type Review, reviewsPageSize, reviewsQuery } from '../../../discussions/lib/knowledge/queries.ts';
import type { ReviewsSearch } from '../../../discussions/lib/knowledge/search.ts';
import { decisionsText, plainWord } from '../../../discussions/lib/knowledge/words.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { LongText } from '../../../ui/components/long-text.tsx';
import { Markdown } from '../../../ui/components/markdown/markdown.tsx';
import { EmptyState } from '../../../ui/components/notice.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { PlainFilterField } from '../../../ui/components/plain-filter-field.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { UnknownNotice } from '../../../ui/components/unknown-notice.tsx';
import { allChipsQuery } from '../../../ui/lib/api/queries.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import { unknownName } from '../../../ui/lib/url/unknown.ts';
import { taskNamesQuery } from '../../lib/queries.ts';
import styles from './reviews.module.css';

const route = getRouteApi('/app/reviews');

/** The reads that the address of the page tells. */
export const load = ({ search }: PageAt<never, ReviewsSearch>) => [reviewsQuery(search), taskNamesQuery()];

/** What people and models of the lab think of task results. */
export function ReviewsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const reviews = useQuery({ ...reviewsQuery(search), placeholderData: (previous) => previous });
  const change = (part: ReviewsSearch) =>
    void navigate({ search: { ...search, page: undefined, ...part }, replace: true, resetScroll: false });
  const { items = [], total = 0, decision_counts: decisions = {} } = reviews.data ?? {};
  const isNarrowed = Object.values(search).some((value) => value !== undefined);
  return (
    <Page title="Reviews" breadcrumbs={[{ label: 'Task results', to: '/tasks' }]}>
      <Filters search={search} decisions={Object.keys(decisions)} change={change} />
      <UnknownNotice sentences={[unknownName('status', search.status, REVIEW_STATUSES, 'reviews of every status')]} />
      {!reviews.data ? (
        <Pending error={reviews.error} what="reviews" />
      ) : items.length === 0 ? (
        <EmptyState
          title={isNarrowed ? 'No reviews match' : 'No reviews yet'}
          actions={
            isNarrowed ? (
              <Link to="/reviews" search={{}} className={buttonClass()}>
                Clear filters
              </Link>
            ) : (
              <Link to="/tasks" className={buttonClass()}>
                Open the task results
              </Link>
            )
          }
        >
          Write one on the page of a task result, or let a model of your lab write them through the API.
        </EmptyState>
      ) : (
        <Card>
          <p aria-live="polite">{decisionsText(decisions) || 'No decision yet'}</p>
          <DataTable
            bare
            compact
            label="Reviews"
            columns={columns}
            rows={items}
            rowKey={({ task_id: task, review_run_id: run }) => `${task} ${run}`}
          />
          <Pager
            page={search.page ?? 1}
            pageSize={reviewsPageSize}
            total={total}
            what="reviews"
            onPage={(page) => change({ page: page > 1 ? page : undefined })}
          />
        </Card>
      )}
    </Page>
  );
}

const filterWords = ['chip', 'task', 'status', 'decision'] as const;

/** The filters of the reviews, typed into one field; the URL holds them. */
function Filters(props: {
  search: ReviewsSearch;
  decisions: readonly string[];
  change: (part: ReviewsSearch) => void;
}) {
  const chips = useQuery(allChipsQuery()).data ?? [];
  const tasks = useQuery(taskNamesQuery()).data?.tasks ?? [];
  return (
    <PlainFilterField
      filter={{ words: filterWords, values: { status: REVIEW_STATUSES } }}
      search={{ ...props.search }}
      placeholder={filterWords.map((word) => `${word}:`).join(' ')}
      known={{
        chip: chips.map(({ chip_id: id }) => id),
        task: tasks.map(({ name }) => name),
        status: REVIEW_STATUSES,
        decision: props.decisions,
      }}
      change={(next) =>
        props.change({ chip: undefined, task: undefined, status: undefined, decision: undefined, ...next })
      }
    />
  );
}

const columns: Column<Review>[] = [
  {
    id: 'result',
    title: 'Result',
    cell: ({ task_id: taskId, task_name: name, qid }) => (
      <Link to="/tasks/$taskId" params={{ taskId }}>
        {name} {taskTargetLabel(qid)}
      </Link>
    ),
  },
  { id: 'decision', title: 'Decision', cell: ({ decision }) => plainWord(decision) || '–' },
  { id: 'status', title: 'Status', detail: true, cell: ({ review_status: status }) => plainWord(status) },
  {
    id: 'reason',
    title: 'Review',
    wrap: true,
    cut: true,
    cell: ({ primary_reason: reason, review_markdown: text, recommended_action: action }) => (
      <LongText text={reason || (text === '' ? '–' : 'Read')}>
        {text !== '' && <Markdown text={text} />}
        {/* Where there is no room for its column. */}
        {action !== '' && <p className={styles.action}>What to do: {visibleText(action)}</p>}
      </LongText>
    ),
  },
  {
    id: 'action',
    title: 'What to do',
    wrap: true,
    detail: true,
    cell: ({ recommended_action: action }) => <LongText text={action || '–'} />,
  },
  { id: 'by', title: 'By', detail: true, cell: ({ reviewed_by: by, model }) => model || by || '–' },
  {
    id: 'when',
    title: 'When',
    cell: ({ completed_at: done, requested_at: asked }) => {
      const at = done ?? asked;
      return at === null ? '–' : <RelativeTime at={at} />;
    },
  },
];
