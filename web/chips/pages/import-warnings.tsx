import { Notice } from '../../ui/components/notice.tsx';
import { plural } from '../../ui/lib/format/words.ts';
import styles from './import-chip-dialog.module.css';

/** The warnings of an import; hidden if there are none. */
export function ImportWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>{plural(warnings.length, 'warning')}</strong>
      <ul className={styles.warnings}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}
