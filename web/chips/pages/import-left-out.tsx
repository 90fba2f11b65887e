import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import type { ImportResult } from '../../ui/lib/api/wire.ts';
import { plural } from '../../ui/lib/format/words.ts';

type Row = ImportResult['left_out'][number];

const columns: Column<Row>[] = [
  { id: 'path', title: 'Entry', cell: (row) => row.path, wrap: true },
  { id: 'reason', title: 'Reason', cell: (row) => row.reason, wrap: true },
  { id: 'count', title: 'Entries', number: true, cell: (row) => row.count },
];

/** The parts of the files that an import leaves out, by kind; hidden if there are none. */
export function ImportLeftOut({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <details>
      <summary>
        {plural(total, 'entry', 'entries')} left out, of {plural(rows.length, 'kind')}
      </summary>
      <DataTable
        label="Entries that are left out"
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.path} ${row.reason}`}
        tall
      />
    </details>
  );
}
