import type { ImportRemark } from '#shared/archives/rules/import-report.ts';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { formatCount } from '#shared/values/rules/cell/quantity.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Card } from '../../../ui/components/page.tsx';
import styles from './imports.module.css';

const columns: Column<ImportRemark>[] = [
  { id: 'collection', title: 'Collection', cell: (row) => row.collection, wrap: true },
  { id: 'message', title: 'Remark', cell: (row) => <RemarkText remark={row} />, wrap: true },
  { id: 'count', title: 'Count', number: true, cell: (row) => formatCount(row.count) },
];

function RemarkText({ remark: { message, examples } }: { remark: ImportRemark }) {
  return (
    <>
      {visibleText(message)}
      {examples.length > 0 && <span className={styles.examples}>For example: {visibleText(examples.join(', '))}</span>}
    </>
  );
}

/** Remarks of one kind; nothing without one. */
export function RemarksCard(props: { title: string; about: string; remarks: readonly ImportRemark[] }) {
  const { title, about, remarks } = props;
  if (remarks.length === 0) return null;
  return (
    <Card title={title}>
      <p className={styles.about}>{about}</p>
      <DataTable
        label={title}
        columns={columns}
        rows={remarks}
        rowKey={(row) => `${row.collection} ${row.message}`}
        tall
      />
    </Card>
  );
}
