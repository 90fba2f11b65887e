import type { ReactNode } from 'react';
import { ApiError } from '#shared/contract/client.ts';
import { errorText } from '../lib/api/api.ts';
import { classNames } from '../lib/look/class-names.ts';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

/** A message in the flow of the page; announced when it appears. */
export function Notice(props: { tone: 'bad' | 'good' | 'warn'; children: ReactNode }) {
  return (
    <div className={classNames(styles.notice, styles[props.tone])} role={props.tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={props.tone === 'good' ? 'check' : 'alert'} />
      <div className={styles.content}>{props.children}</div>
    </div>
  );
}

/** A failure in the service's own words, with every problem and its path. Nothing without an error. */
export function ErrorNotice({ error }: { error: unknown }) {
  if (!error) return null;
  const problems = error instanceof ApiError ? error.errors : [];
  return (
    <Notice tone="bad">
      <span>{errorText(error)}</span>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>
              <code>{problem.path}</code> {problem.message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** What a list without entries says: what it is for and what to do. */
export function EmptyState(props: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <section className={styles.empty}>
      <h2>{props.title}</h2>
      <p>{props.children}</p>
      {props.actions && <div className={styles.emptyActions}>{props.actions}</div>}
    </section>
  );
}
