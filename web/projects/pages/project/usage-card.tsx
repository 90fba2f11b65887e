import { useQuery } from '@tanstack/react-query';
import { Card, DescriptionList } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { projectUsageQuery } from '../../../ui/lib/api/queries.ts';
import { usedBytesText, usedRowsText } from '../../../ui/lib/format/usage.ts';
import styles from './project.module.css';

/** What the project keeps, and how much of it it may keep. */
export function UsageCard({ projectId }: { projectId: string }) {
  const usage = useQuery(projectUsageQuery(projectId));
  if (!usage.data)
    return (
      <Card title="Storage">
        <Pending error={usage.error} what="what the project stores" />
      </Card>
    );
  const { files, rows, complete, counted_at } = usage.data;
  return (
    <Card title="Storage">
      <DescriptionList
        items={[
          ['Files', usedBytesText(files.used_bytes, files.allowed_bytes)],
          ['Rows', usedRowsText(rows.used, rows.allowed)],
          ['Counted', <RelativeTime key="counted" at={counted_at} />],
        ]}
      />
      {!complete && (
        <p className={styles.hint}>
          The count of files is not complete yet. It goes on when this page is opened again.
        </p>
      )}
      <p className={styles.hint}>
        Files are figures, raw data, images, snapshots and exports. Rows are task results and daily rows. Above a limit,
        uploads, imports and new runs are refused; reading, exporting and deleting still work.
      </p>
    </Card>
  );
}
