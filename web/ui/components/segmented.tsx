import { useId } from 'react';
import styles from './segmented.module.css';

/** One of a few choices, all in sight: radio buttons that look like one control. */
export function Segmented<T extends string>(props: {
  label: string;
  options: readonly { value: T; label: string }[];
  /** Undefined if no option is selected. */
  value: T | undefined;
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
