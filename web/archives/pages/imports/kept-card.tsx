import type { KeptDocumentsFile } from '#shared/archives/rules/import-report.ts';
import { formatCount } from '#shared/values/rules/cell/quantity.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Card } from '../../../ui/components/page.tsx';
import styles from './imports.module.css';

const columns: Column<KeptDocumentsFile>[] = [
  { id: 'name', title: 'File', cell: (row) => row.name, wrap: true },
  { id: 'collection', title: 'Collection', cell: (row) => row.collection, wrap: true },
  { id: 'documents', title: 'Documents', number: true, cell: (row) => formatCount(row.documents) },
  { id: 'sha256', title: 'SHA-256', cell: (row) => <code className={styles.hash}>{row.sha256}</code>, wrap: true },
];

/** Files of the archive of the import with documents that the service does not have; nothing without one. */
export function KeptCard({ kept, dump }: { kept: readonly KeptDocumentsFile[]; dump: string }) {
  if (kept.length === 0) return null;
  return (
    <Card title="In the archive of the import only">
      <p className={styles.about}>
        Documents that have no place here, such as sessions of agents and chats, and refused ones. They are in the
        folder {dump}-import of the administrator who ran the import, one document a line. Counts are those of this
        project; a file may contain documents of other projects.
      </p>
      <DataTable label="In the archive of the import only" columns={columns} rows={kept} rowKey={(row) => row.name} />
    </Card>
  );
}
