import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { unreadQuery } from '../../notifications/lib/queries.ts';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './page.module.css';

/** One step of the way to a page. */
export interface Breadcrumb {
  label: string;
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
}

/** A page: its title (also the document's, behind how much of the inbox is unread), the way to it, its actions and its content. */
export function Page(props: {
  title: string;
  breadcrumbs?: Breadcrumb[];
  /** What it is about, in a line beneath its title. */
  facts?: ReactNode;
  actions?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}) {
  // The shell asks for it.
  const { data: unread = 0 } = useQuery({ ...unreadQuery(), enabled: false });
  return (
    <div className={classNames(styles.page, props.narrow && styles.narrow)}>
      <title>{`${unread === 0 ? '' : `(${unread}) `}${props.title} · Fiducial`}</title>
      <header className={styles.head}>
        <div className={styles.titles}>
          {props.breadcrumbs && (
            <nav className={styles.trail} aria-label="Breadcrumb">
              {props.breadcrumbs.map((breadcrumb) => (
                <span key={breadcrumb.to}>
                  <Link
                    to={breadcrumb.to}
                    params={(breadcrumb.params ?? {}) as never}
                    search={(breadcrumb.search ?? {}) as never}
                  >
                    {breadcrumb.label}
                  </Link>
                  {' /'}
                </span>
              ))}
            </nav>
          )}
          <h1>{props.title}</h1>
          {props.facts && <p className={styles.about}>{props.facts}</p>}
        </div>
        {props.actions && <div className={styles.actions}>{props.actions}</div>}
      </header>
      {props.children}
    </div>
  );
}

export function Card(props: { title?: string; note?: ReactNode; className?: string | undefined; children: ReactNode }) {
  return (
    <section className={classNames(styles.card, props.className)}>
      {props.title !== undefined && (
        <div className={styles.cardHead}>
          <h2>{props.title}</h2>
          {props.note && <span className={styles.cardNote}>{props.note}</span>}
        </div>
      )}
      <div className={styles.stack}>{props.children}</div>
    </section>
  );
}

/** Facts as term and value; `steady` ones have places of one width, so that a fact that changes moves no other. */
export function DescriptionList({ items, fixedWidth }: { items: [string, ReactNode][]; fixedWidth?: boolean }) {
  return (
    <dl className={classNames(styles.facts, fixedWidth && styles.steady)}>
      {items.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
