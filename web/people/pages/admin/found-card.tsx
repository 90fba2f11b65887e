import type { ReactNode } from 'react';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { peoplePageSize } from '../../lib/queries.ts';
import styles from './admin.module.css';

/** A list of the service that is too long to read: search fields, a page of results, and the way to the next page. */
export function FoundCard<Row>(props: {
  title: string;
  note?: ReactNode;
  /** The listed things, within a sentence. */
  what: string;
  fields: ReactNode;
  rows: readonly Row[] | undefined;
  /** How many are found; null if unknown. */
  total: number | null | undefined;
  error: unknown;
  page: number;
  onPage: (page: number) => void;
  /** Shown if nothing is found. */
  none: string;
  table: (rows: readonly Row[]) => ReactNode;
  /** Dialogs of the rows. */
  children?: ReactNode;
}) {
  const { rows, error, what, page } = props;
  return (
    <Card title={props.title} note={props.note}>
      <div className={styles.filters}>{props.fields}</div>
      <ErrorNotice error={rows ? error : undefined} />
      {!rows ? <Pending error={error} what={what} /> : rows.length === 0 ? <p>{props.none}</p> : props.table(rows)}
      <Pager
        page={page}
        pageSize={peoplePageSize}
        total={props.total ?? page * peoplePageSize + 1}
        what={what}
        onPage={props.onPage}
      />
      {props.children}
    </Card>
  );
}
