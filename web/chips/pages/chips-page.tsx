import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { DropToImport } from '../../devices/components/drop-to-import.tsx';
import { Button } from '../../ui/components/button.tsx';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { EmptyState } from '../../ui/components/notice.tsx';
import { Page } from '../../ui/components/page.tsx';
import { Pager } from '../../ui/components/pager.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { chipsQuery, useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { ChipSummary } from '../../ui/lib/api/wire.ts';
import { plural } from '../../ui/lib/format/words.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import type { ChipsSearch } from '../../ui/lib/url/search-types.ts';
import { ChipNeeds, ChipRun, ChipStale } from './chip-glance.tsx';
import { CreateChipDialog } from './create-chip-dialog.tsx';
import { ImportChipDialog } from './import-chip-dialog.tsx';

const route = getRouteApi('/app/chips');
const pageSize = 50;

/** The column for use is shown only if one of the chips is not in use. */
const columnsOf = (chips: readonly ChipSummary[]): Column<ChipSummary>[] => [
  {
    id: 'chip',
    title: 'Chip',
    cell: (row) => (
      <Link to="/chips/$chipId" params={{ chipId: row.chip_id }}>
        {row.chip_id}
      </Link>
    ),
  },
  { id: 'needs', title: 'Since yesterday 07:00', cell: (row) => <ChipNeeds chipId={row.chip_id} /> },
  { id: 'stale', title: 'Stale', cell: (row) => <ChipStale chipId={row.chip_id} /> },
  {
    id: 'newest',
    title: 'Newest value',
    cell: (row) => (row.last_calibrated_at ? <RelativeTime at={row.last_calibrated_at} /> : 'none yet'),
  },
  { id: 'run', title: 'Last run', cell: (row) => <ChipRun chipId={row.chip_id} /> },
  {
    id: 'size',
    title: 'Size',
    detail: true,
    cell: (row) => `${plural(row.qubit_count, 'qubit')}, ${plural(row.coupling_count, 'coupling')}`,
  },
  ...(chips.every(({ activity_status: status }) => status === 'active')
    ? []
    : [
        { id: 'activity', title: 'Activity', cell: ({ activity_status: status }: ChipSummary) => status, detail: true },
      ]),
  {
    id: 'map',
    title: <span className="visually-hidden">Map</span>,
    detail: true,
    cell: (row) => (
      <Link to="/dashboard" search={{ chip: row.chip_id }} aria-label={`Map of ${row.chip_id}`}>
        Map
      </Link>
    ),
  },
];

/** The reads that the address of the page tells. */
export const load = ({ search: { page = 1 } }: PageAt<never, ChipsSearch>) => [
  chipsQuery((page - 1) * pageSize, pageSize),
];

/** Chips of the project at a glance, with the two ways to get one: create from a topology, import a device. */
export function ChipsPage() {
  const { page = 1, open } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(chipsQuery((page - 1) * pageSize, pageSize));
  const readOnly = useReadOnlyReason();
  const mayShow = (dialog: 'create' | 'import') => open === dialog && readOnly === undefined;
  const show = (dialog: 'create' | 'import' | undefined) =>
    void navigate({ search: (search) => ({ ...search, open: dialog }), replace: true });
  const actions = (
    <>
      <Button disabledReason={readOnly} onClick={() => show('create')}>
        Create a chip
      </Button>
      <Button variant="primary" disabledReason={readOnly} onClick={() => show('import')}>
        Import a chip
      </Button>
    </>
  );
  return (
    <Page title="Chips" actions={list.data?.chips.length ? actions : undefined}>
      {!list.data ? (
        <Pending error={list.error} what="chips" />
      ) : list.data.chips.length === 0 ? (
        <EmptyState title="No chips yet" actions={actions}>
          {readOnly ??
            'Import the published calibration of a real device (its configuration and properties as JSON), or create a chip from a topology and enter values by hand.'}
        </EmptyState>
      ) : (
        <>
          <DataTable
            compact
            label="Chips"
            columns={columnsOf(list.data.chips)}
            rows={list.data.chips}
            rowKey={(row) => row.chip_id}
          />
          <Pager
            page={page}
            pageSize={pageSize}
            total={list.data.total ?? 0}
            what="chips"
            onPage={(next) => void navigate({ search: { page: next } })}
          />
        </>
      )}
      {list.data && list.data.chips.length > 0 && <DropToImport />}
      <CreateChipDialog open={mayShow('create')} onClose={() => show(undefined)} />
      <ImportChipDialog open={mayShow('import')} onClose={() => show(undefined)} />
    </Page>
  );
}
