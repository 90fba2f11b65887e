import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { Card } from '../../ui/components/page.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import type { FlowVersionSummary } from '../../ui/lib/api/wire.ts';
import { flowVersionsQuery } from '../lib/queries.ts';

/** Every version of a flow, the latest first; one that is past can be read, and compared with the one that is shown. */
export function VersionsCard({ name, current }: { name: string; current: number }) {
  const versions = useQuery(flowVersionsQuery(name));
  const columns: Column<FlowVersionSummary>[] = [
    {
      id: 'version',
      title: 'Version',
      cell: (row) => (
        <Link
          to="/flows/$flowName"
          params={{ flowName: name }}
          search={row.version === current ? {} : { version: row.version }}
        >
          {row.version}
        </Link>
      ),
    },
    {
      id: 'changes',
      title: 'Changes',
      cell: (row) =>
        row.version === current ? (
          '–'
        ) : (
          <Link
            to="/flows/$flowName"
            params={{ flowName: name }}
            search={{ version: Math.max(row.version, current), against: Math.min(row.version, current) }}
            aria-label={`Compare versions ${row.version} and ${current}`}
          >
            Compare
          </Link>
        ),
    },
    { id: 'saved', title: 'Saved', cell: (row) => <RelativeTime at={row.saved_at} /> },
    { id: 'by', title: 'By', cell: (row) => row.saved_by },
  ];
  return (
    <Card title="Versions">
      {versions.data ? (
        <DataTable
          bare
          keepColumns
          tall
          label="Versions"
          columns={columns}
          rows={versions.data}
          rowKey={(row) => String(row.version)}
          selectedKey={String(current)}
        />
      ) : (
        <Pending error={versions.error} what="versions" />
      )}
    </Card>
  );
}
