import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { STATUS_FILTERS } from '#shared/discussions/rules/status.ts';
import { buttonClass } from '../../ui/components/button.tsx';
import { EmptyState } from '../../ui/components/notice.tsx';
import { Card, Page } from '../../ui/components/page.tsx';
import { Pager } from '../../ui/components/pager.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { PlainFilterField } from '../../ui/components/plain-filter-field.tsx';
import { UnknownNotice } from '../../ui/components/unknown-notice.tsx';
import { allChipsQuery, membersQuery } from '../../ui/lib/api/queries.ts';
import { currentProject } from '../../ui/lib/api/session.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import { unknownName } from '../../ui/lib/url/unknown.ts';
import { ThreadList } from '../components/thread-list.tsx';
import type { DiscussionsSearch } from '../lib/addresses.ts';
import { categoriesQuery, threadsQuery } from '../lib/queries.ts';
import { discussionsPageSize } from '../lib/search.ts';

const route = getRouteApi('/app/discussions');

/** The reads that the address of the page tells. */
export const load = ({ search }: PageAt<never, DiscussionsSearch>) => [
  threadsQuery(search),
  categoriesQuery(),
  membersQuery(currentProject() ?? ''),
];

/** The discussions of the lab: by status, by subject, and by person. */
export function DiscussionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const threads = useQuery({ ...threadsQuery(search), placeholderData: (previous) => previous });
  const change = (changes: DiscussionsSearch) =>
    void navigate({ search: { ...search, page: undefined, ...changes }, replace: true, resetScroll: false });
  const isNarrowed = Object.values(search).some((value) => value !== undefined);
  const start = (
    <>
      <Link to="/cases" className={buttonClass()}>
        Cases
      </Link>
      <Link
        to="/discussions/new"
        search={search.chip === undefined ? {} : { chip: search.chip }}
        className={buttonClass({ variant: 'primary' })}
      >
        New discussion
      </Link>
    </>
  );
  return (
    <Page title="Discussions" actions={start}>
      <Filters search={search} change={change} />
      <UnknownNotice sentences={[unknownName('status', search.status, STATUS_FILTERS, 'those that are not closed')]} />
      {!threads.data ? (
        <Pending error={threads.error} what="discussions" />
      ) : threads.data.posts.length === 0 && !isNarrowed ? (
        <EmptyState title="Nothing is open">
          Discuss a result, a qubit or a run from its page, or begin with a question.
        </EmptyState>
      ) : (
        <Card>
          {threads.data.posts.length === 0 ? (
            <p>No discussions match</p>
          ) : (
            <ThreadList label="Discussions" threads={threads.data.posts} />
          )}
          <Pager
            page={search.page ?? 1}
            pageSize={discussionsPageSize}
            total={threads.data.total ?? threads.data.skip + threads.data.posts.length + 1}
            what="discussions"
            onPage={(page) => change({ page: page > 1 ? page : undefined })}
          />
        </Card>
      )}
    </Page>
  );
}

const filterWords = ['status', 'category', 'chip', 'author', 'assignee', 'label'] as const;

/** The filters of the discussions, typed into one field; the URL holds them. */
function Filters({ search, change }: { search: DiscussionsSearch; change: (changes: DiscussionsSearch) => void }) {
  const categories = useQuery(categoriesQuery()).data ?? [];
  const chips = useQuery(allChipsQuery()).data ?? [];
  const members = useQuery(membersQuery(currentProject() ?? '')).data ?? [];
  const people = members.filter(({ status }) => status === 'active').map(({ username }) => username);
  return (
    <PlainFilterField
      filter={{ words: filterWords, freeText: 'q', values: { status: STATUS_FILTERS } }}
      search={search}
      placeholder="pump status:resolved author:alice"
      hint={`Words of the text, and ${filterWords.map((word) => `${word}:`).join(' ')}. Without a status, those that are not closed`}
      known={{
        status: STATUS_FILTERS,
        category: categories.map(({ key }) => key),
        chip: chips.map(({ chip_id: id }) => id),
        author: people,
        assignee: people,
      }}
      change={(next) => change({ ...noFilters, ...next })}
    />
  );
}

/** All filters of the URL off. */
const noFilters = Object.fromEntries(['q', ...filterWords].map((name) => [name, undefined]));
