import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { KNOWLEDGE_STATUSES } from '#shared/discussions/rules/knowledge.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { EmptyState } from '../../../ui/components/notice.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { UnknownNotice } from '../../../ui/components/unknown-notice.tsx';
import { useOwnRole } from '../../../ui/lib/api/queries.ts';
import { useDebouncedValue } from '../../../ui/lib/hooks/use-debounced-value.ts';
import { unknownName } from '../../../ui/lib/url/unknown.ts';
import { type Case, casesPageSize, casesQuery } from '../../lib/knowledge/cases.ts';
import type { CasesSearch } from '../../lib/knowledge/search.ts';
import { plainWord } from '../../lib/knowledge/words.ts';
import styles from './cases.module.css';
import { ForEditors } from './for-editors.tsx';

const route = getRouteApi('/app/cases');

/** Lessons from issues: drafts that wait for a decision, and decided cases. */
export function CasesPage() {
  const role = useOwnRole();
  return (
    <Page title="Cases" breadcrumbs={[{ label: 'Discussions', to: '/discussions' }]}>
      {role === undefined ? <Pending error={null} what="cases" /> : role === 'viewer' ? <ForEditors /> : <Cases />}
    </Page>
  );
}

function Cases() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const settled = useDebouncedValue(search, 200);
  const cases = useQuery(casesQuery(settled));
  const change = (part: CasesSearch) =>
    void navigate({ search: { ...search, page: undefined, ...part }, replace: true, resetScroll: false });
  const isNarrowed = Object.values(search).some((value) => value !== undefined);
  const items = cases.data?.items ?? [];
  return (
    <>
      <search className={styles.filters}>
        <TextField
          label="Find"
          type="search"
          maxLength={200}
          value={search.q ?? ''}
          onChange={({ target }) => change({ q: target.value || undefined })}
        />
        <SelectField
          label="Status"
          value={search.status ?? ''}
          onChange={({ target }) => change({ status: target.value || undefined })}
        >
          <option value="">Any</option>
          {KNOWLEDGE_STATUSES.map((status) => (
            <option key={status} value={status}>
              {status}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Task"
          value={search.task ?? ''}
          maxLength={128}
          onChange={({ target }) => change({ task: target.value.trim() || undefined })}
        />
      </search>
      <UnknownNotice sentences={[unknownName('status', search.status, KNOWLEDGE_STATUSES, 'cases of every status')]} />
      {!cases.data ? (
        <Pending error={cases.error} what="cases" />
      ) : items.length === 0 ? (
        <EmptyState title={isNarrowed ? 'No cases match' : 'No cases yet'}>
          Close a discussion of a task result, then draft a case from it. Once approved it appears in the knowledge of
          the task.
        </EmptyState>
      ) : (
        <Card>
          <DataTable bare compact label="Cases" columns={columns} rows={items} rowKey={({ id }) => id} />
          <Pager
            page={search.page ?? 1}
            pageSize={casesPageSize}
            total={cases.data.total ?? cases.data.skip + items.length + 1}
            what="cases"
            onPage={(page) => change({ page: page > 1 ? page : undefined })}
          />
        </Card>
      )}
    </>
  );
}

const columns: Column<Case>[] = [
  {
    id: 'title',
    title: 'Case',
    wrap: true,
    cell: ({ id, title }) => (
      <Link to="/cases/$caseId" params={{ caseId: id }}>
        {title}
      </Link>
    ),
  },
  { id: 'status', title: 'Status', cell: ({ status }) => plainWord(status) },
  { id: 'severity', title: 'Severity', cell: ({ severity }) => plainWord(severity) },
  { id: 'task', title: 'Task', cell: ({ task_name: name, qid }) => `${name} ${taskTargetLabel(qid)}` },
  { id: 'chip', title: 'Chip', detail: true, cell: ({ chip_id: chip }) => chip || '–' },
  { id: 'by', title: 'Judged by', detail: true, cell: ({ reviewed_by: by }) => by ?? '–' },
  { id: 'when', title: 'Drafted', cell: ({ created_at: at }) => <RelativeTime at={at} /> },
];
