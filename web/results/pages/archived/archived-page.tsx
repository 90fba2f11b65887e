import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { EmptyState } from '../../../ui/components/notice.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import { bytesText, countText } from '../../../ui/lib/format/usage.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import type { PageSearch } from '../../../ui/lib/url/search-types.ts';
import {
  type ArchivedMonth,
  archivedMonthsQuery,
  archivedPageSize,
  cannotBringBack,
  monthText,
} from '../../lib/archived.ts';
import { BringBackDialog } from './bring-back-dialog.tsx';
import { FilesDialog } from './files-dialog.tsx';

const route = getRouteApi('/app/tasks/archived');

/** The reads that the address of the page tells. */
export const load = ({ search }: PageAt<never, PageSearch>) => [archivedMonthsQuery(search)];

/** Which months of task results are in files, and the way to have them back (rule TASK-20). */
export function ArchivedPage() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error } = useQuery(archivedMonthsQuery({ page }));
  return (
    <Page title="Archived results" breadcrumbs={[{ label: 'Task results', to: '/tasks' }]}>
      {!data ? (
        <Pending error={error} what="archived months" />
      ) : data.total === 0 ? (
        <EmptyState title="No results are archived">
          Where the service archives task results, those of old months are listed here and can be brought back.
        </EmptyState>
      ) : (
        <Card>
          <p>
            These results are in files and not in lists. Values over time and the latest result of each task are shown
            as before.
          </p>
          <DataTable
            bare
            compact
            label="Archived months"
            columns={columns}
            rows={data.months}
            rowKey={({ chip_id: chipId, month }) => `${chipId} ${month}`}
          />
          <Pager
            page={page}
            pageSize={archivedPageSize}
            total={data.total ?? 0}
            what="months"
            onPage={(next) => void navigate({ search: { page: next > 1 ? next : undefined } })}
          />
        </Card>
      )}
    </Page>
  );
}

const columns: Column<ArchivedMonth>[] = [
  { id: 'month', title: 'Month', cell: monthText },
  {
    id: 'chip',
    title: 'Chip',
    cell: ({ chip_id: chipId, chip_deleted: isDeleted }) => (isDeleted ? `${chipId}, deleted` : chipId),
  },
  { id: 'state', title: 'State', cell: (month) => <StateText month={month} /> },
  { id: 'results', title: 'Results', number: true, cell: ({ results }) => countText(results) },
  { id: 'size', title: 'Size', number: true, detail: true, cell: ({ bytes }) => bytesText(bytes) },
  { id: 'actions', title: 'Actions', cell: (month) => <Actions month={month} /> },
];

function StateText({ month }: { month: ArchivedMonth }) {
  const { state, archived_at: archivedAt, restored_until: until, restored_by: by } = month;
  if (state === 'archiving') return 'Being archived';
  if (state === 'restoring') return 'Coming back';
  if (state === 'restored' && until !== null)
    return (
      <>
        Back until <ClockTime at={until} />
        {by !== null && `, for ${by}`}
      </>
    );
  return <>Archived {archivedAt !== null && <ClockTime at={archivedAt} />}</>;
}

function Actions({ month }: { month: ArchivedMonth }) {
  const [open, setOpen] = useState<'files' | 'back'>();
  const readOnly = useReadOnlyReason();
  const close = () => setOpen(undefined);
  const named = `${monthText(month)} of ${month.chip_id}`;
  return (
    <>
      <Button
        small
        aria-label={`Files of ${named}`}
        disabledReason={month.results === 0 ? 'This month has no files' : undefined}
        onClick={() => setOpen('files')}
      >
        Files…
      </Button>{' '}
      <Button
        small
        aria-label={`Bring back ${named}`}
        disabledReason={readOnly ?? cannotBringBack(month)}
        onClick={() => setOpen('back')}
      >
        Bring back…
      </Button>
      <FilesDialog month={month} named={named} open={open === 'files'} onClose={close} />
      <BringBackDialog month={month} named={named} open={open === 'back'} onClose={close} />
    </>
  );
}
