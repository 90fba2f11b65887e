import { formatCount } from '#shared/values/rules/cell/quantity.ts';
import { Button } from './button.tsx';
import styles from './data-table.module.css';

/** Moves through the pages of a list; hidden for a single page. */
export function Pager(props: {
  page: number;
  pageSize: number;
  total: number;
  what: string;
  onPage: (page: number) => void;
}) {
  const { page, pageSize, total } = props;
  if (total <= pageSize) return null;
  const first = (page - 1) * pageSize + 1;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${props.what}`}>
      <Button small disabled={page <= 1} onClick={() => props.onPage(page - 1)}>
        Previous
      </Button>
      <span>
        {formatCount(first)}–{formatCount(Math.min(total, page * pageSize))} of {formatCount(total)} {props.what}
      </span>
      <Button small disabled={page * pageSize >= total} onClick={() => props.onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
