import styles from './choices-field.module.css';
import { CheckField } from './field.tsx';

/** Choices that are each to be ticked; the form has the ticked ones under the name. */
export function ChoicesField<Choice extends string>(props: {
  legend: string;
  name: string;
  choices: readonly Choice[];
  labels: Readonly<Record<Choice, string>>;
  /** The choices that are ticked at first. */
  chosen: readonly string[];
  onChange?: () => void;
}) {
  return (
    <fieldset className={styles.choices}>
      <legend>{props.legend}</legend>
      {props.choices.map((choice) => (
        <CheckField
          key={choice}
          label={props.labels[choice]}
          name={props.name}
          value={choice}
          defaultChecked={props.chosen.includes(choice)}
          onChange={props.onChange}
        />
      ))}
    </fieldset>
  );
}
