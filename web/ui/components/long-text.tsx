import { Children, type ReactNode } from 'react';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import styles from './long-text.module.css';

/** What fits the second line of a row on a phone. */
const mostOfALine = 32;

/** A text of a row, cut to two lines, on a phone to one; opened, all of it and what else there is to it. */
export function LongText({ text: given, children }: { text: string; children?: ReactNode }) {
  const text = visibleText(given);
  if (text.length <= mostOfALine && Children.toArray(children).length === 0) return text;
  return (
    <details className={styles.long}>
      <summary>
        <span>{text}</span>
      </summary>
      {children}
    </details>
  );
}
