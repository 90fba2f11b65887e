import { TextField } from '../../ui/components/field.tsx';
import styles from './target-choice.module.css';

export interface TargetFieldsProps {
  only: string;
  without: string;
  problems: { only: string | undefined; without: string | undefined };
  onOnly: (text: string) => void;
  onWithout: (text: string) => void;
}

/** Which qubits a managed run is narrowed to, as people type them. */
export function TargetFields(props: TargetFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextField
        label="Qubits"
        optional
        placeholder="all, or 0-7, 12"
        autoComplete="off"
        spellCheck={false}
        problem={props.problems.only}
        value={props.only}
        onChange={(event) => props.onOnly(event.target.value)}
      />
      <TextField
        label="Except"
        optional
        placeholder="3, 17"
        autoComplete="off"
        spellCheck={false}
        problem={props.problems.without}
        value={props.without}
        onChange={(event) => props.onWithout(event.target.value)}
      />
    </div>
  );
}
