import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { STATUS_FILTERS } from '#shared/domain/threads/status.ts';
import { buttonClass } from '../../components/button.tsx';
import { ThreadList } from '../../components/discussions/thread-list.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Pending } from '../../components/pending.tsx';
import { UnknownNotice } from '../../components/unknown-notice.tsx';
import { allChipsQuery, membersQuery } from '../../lib/api/queries.ts';
import { currentProject } from '../../lib/api/session.ts';
import type { DiscussionsSearch } from '../../lib/discussions/addresses.ts';
import { categoriesQuery, threadsQuery } from '../../lib/discussions/queries.ts';
import { discussionsPageSize, statusOf } from '../../lib/discussions/search.ts';
import { statusFilterWords } from '../../lib/discussions/words.ts';
import { unknownName } from '../../lib/url/unknown.ts';
import styles from './discussions-page.module.css';

const route = getRouteApi('/app/discussions');

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
            <p>No discussion of that kind</p>
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

function Filters({ search, change }: { search: DiscussionsSearch; change: (changes: DiscussionsSearch) => void }) {
  const categories = useQuery(categoriesQuery()).data ?? [];
  const chips = useQuery(allChipsQuery()).data ?? [];
  const members = useQuery(membersQuery(currentProject() ?? '')).data ?? [];
  const people = members.filter(({ status }) => status === 'active').map(({ username }) => username);
  const field = (name: 'category' | 'chip' | 'author' | 'assignee') => ({
    value: search[name] ?? '',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value || undefined }),
  });
  return (
    <search className={styles.filters}>
      <TextField
        key={`q ${search.q ?? ''}`}
        label="Text"
        type="search"
        maxLength={128}
        defaultValue={search.q ?? ''}
        onBlur={(event) => change({ q: event.target.value.trim() || undefined })}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <SelectField
        label="Status"
        value={statusOf(search)}
        onChange={(event) => change({ status: event.target.value === 'unresolved' ? undefined : event.target.value })}
      >
        {(['unresolved', ...STATUS_FILTERS.filter((one) => one !== 'unresolved')] as const).map((one) => (
          <option key={one} value={one}>
            {statusFilterWords[one]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Category" {...field('category')}>
        <option value="">All categories</option>
        {categories.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Chip" {...field('chip')}>
        <option value="">All chips</option>
        {withChosen(
          chips.map(({ chip_id }) => chip_id),
          search.chip,
        ).map((chip) => (
          <option key={chip} value={chip}>
            {chip}
          </option>
        ))}
      </SelectField>
      <PersonField label="Begun by" people={withChosen(people, search.author)} {...field('author')} />
      <PersonField label="Assigned to" people={withChosen(people, search.assignee)} {...field('assignee')} />
      <TextField
        key={`label ${search.label ?? ''}`}
        label="Label"
        maxLength={32}
        defaultValue={search.label ?? ''}
        onBlur={(event) => change({ label: event.target.value.trim() || undefined })}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </search>
  );
}

/** The options, with the chosen one even if it no longer exists. */
const withChosen = (all: readonly string[], chosen: string | undefined): string[] => [
  ...new Set([...all, ...(chosen === undefined ? [] : [chosen])]),
];

function PersonField({
  label,
  people,
  ...field
}: {
  label: string;
  people: string[];
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}) {
  return (
    <SelectField label={label} {...field}>
      <option value="">Anybody</option>
      {people.map((person) => (
        <option key={person} value={person}>
          {person}
        </option>
      ))}
    </SelectField>
  );
}
