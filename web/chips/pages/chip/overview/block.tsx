import type { ReactNode } from 'react';
import styles from './overview.module.css';

/** One kind of exception in the overview: how many, and which. */
export function Block({ title, count, children }: { title: string; count?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.block} aria-label={title}>
      <h2>
        {title}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </h2>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** What a list does not show of all there is. */
export function Rest({ total, shown }: { total: number; shown: number }) {
  return total > shown ? <p className={styles.note}>and {total - shown} more</p> : null;
}
