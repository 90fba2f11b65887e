import { type ImportedCollection, importOutcomes } from '#shared/archives/rules/import-report.ts';
import { formatCount } from '#shared/values/rules/cell/quantity.ts';
import { outcomesText, outcomeWords, totalsOf } from '../../../devices/lib/imports/words.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { usePhone } from '../../../ui/lib/hooks/use-media.ts';

const collection: Column<ImportedCollection> = { id: 'name', title: 'Collection', cell: (row) => row.name, wrap: true };
const documents: Column<ImportedCollection> = {
  id: 'documents',
  title: 'Documents',
  number: true,
  cell: (row) => formatCount(row.documents),
};

/** Documents by collection and outcome. A phone has one column for the outcomes. */
export function CollectionsCard({ collections }: { collections: readonly ImportedCollection[] }) {
  const isPhone = usePhone();
  const totals = { name: 'All', ...totalsOf({ collections: [...collections] }) };
  const columns: Column<ImportedCollection>[] = isPhone
    ? [collection, { id: 'outcomes', title: 'Documents', cell: outcomesText, wrap: true }]
    : [
        ...[collection, documents],
        ...importOutcomes
          .filter((outcome) => totals[outcome] > 0)
          .map(
            (outcome): Column<ImportedCollection> => ({
              id: outcome,
              title: outcomeWords[outcome].title,
              number: true,
              cell: (row) => (row[outcome] === 0 ? '' : formatCount(row[outcome])),
            }),
          ),
      ];
  return (
    <Card title="Documents by collection">
      <DataTable
        compact
        label="Documents by collection"
        columns={columns}
        rows={[totals, ...collections]}
        rowKey={(row) => row.name}
        selectedKey="All"
      />
    </Card>
  );
}
