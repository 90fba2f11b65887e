import { type FormEvent, useId, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import styles from './filter-field.module.css';

/** Suggestions that are offered at a time. */
const mostSuggestions = 12;

/** Narrows a list by words that are typed into one field, or chosen there; the URL holds the filter. */
export function FilterField(props: {
  label: string;
  /** The current filter, as typed. */
  held: string;
  placeholder: string;
  hint?: string;
  /** Suggestions of whole texts for a typed beginning. */
  suggest: (text: string) => readonly string[];
  /** @returns the problem with it. */
  apply: (text: string) => string | undefined;
}) {
  const { held } = props;
  const id = useId();
  const [typed, setTyped] = useState<{ text: string; over: string }>();
  const [problem, setProblem] = useState<string>();
  // What was typed holds until the filters change.
  const text = typed?.over === held ? typed.text : held;
  const suggestions = props.suggest(text);
  const apply = (next: string) => setProblem(props.apply(next));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply(text);
  };
  return (
    <search>
      <form className={styles.filter} onSubmit={onSubmit}>
        <TextField
          label={props.label}
          value={text}
          list={id}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          problem={problem}
          {...(props.hint !== undefined && { hint: props.hint })}
          onChange={({ target: { value } }) => {
            setTyped({ text: value, over: held });
            // A chosen suggestion applies at once.
            if (value === '' || suggestions.includes(value)) apply(value);
          }}
        />
        <datalist id={id}>
          {suggestions.slice(0, mostSuggestions).map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {held !== '' && (
          <Button variant="quiet" onClick={() => apply('')}>
            Show all
          </Button>
        )}
      </form>
    </search>
  );
}
