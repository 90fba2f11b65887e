import { CheckField } from './field.tsx';
import styles from './kinds-field.module.css';

/** The kinds of what happens that somebody is told of, each to be ticked; the form has the ticked ones as `kinds`. */
export function KindsField<Kind extends string>(props: {
  legend: string;
  kinds: readonly Kind[];
  labels: Readonly<Record<Kind, string>>;
  /** What is ticked to begin with. */
  chosen: readonly string[];
  onChange?: () => void;
}) {
  return (
    <fieldset className={styles.kinds}>
      <legend>{props.legend}</legend>
      {props.kinds.map((kind) => (
        <CheckField
          key={kind}
          label={props.labels[kind]}
          name="kinds"
          value={kind}
          defaultChecked={props.chosen.includes(kind)}
          onChange={props.onChange}
        />
      ))}
    </fieldset>
  );
}
