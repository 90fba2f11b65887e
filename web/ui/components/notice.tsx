import type { ReactNode } from 'react';
import { ApiError } from '#shared/api/client.ts';
import { classNames } from '../../values/lib/look/class-names.ts';
import { errorText } from '../lib/api/api.ts';
import { fieldText } from '../lib/format/words.ts';
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

/** Why something failed, with every field that was refused. Nothing without an error. */
export function ErrorNotice({ error }: { error: unknown }) {
  if (!error) return null;
  const all = error instanceof ApiError ? error.errors : [];
  const text = errorText(error);
  // A single one is the refusal itself.
  const problems = all.length === 1 && all[0] && text.endsWith(all[0].message) ? [] : all;
  return (
    <Notice tone="bad">
      <span>{text}</span>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>
              {[fieldText(problem.path), problem.message].filter(Boolean).join(': ')}
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
