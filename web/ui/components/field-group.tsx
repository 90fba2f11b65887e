import type { ReactNode } from 'react';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './field-group.module.css';

/** Fields of one thing, under its name. */
export function FieldGroup(props: { legend: string; className?: string | undefined; children: ReactNode }) {
  return (
    <fieldset className={classNames(styles.group, props.className)}>
      <legend className={styles.legend}>{props.legend}</legend>
      {props.children}
    </fieldset>
  );
}
