import { advancedField, type Entered, type ParameterField } from '../../lib/flows/parameters.ts';
import { AreaField, CheckField, TextField } from '../field.tsx';
import styles from './parameter-inputs.module.css';

/** A field for each default parameter of a flow, and free JSON for the rest. */
export function ParameterInputs(props: {
  fields: readonly ParameterField[];
  entered: Entered;
  advanced: string;
  problems: readonly { field: string; message: string }[];
  onEnter: (name: string, value: string) => void;
  onAdvanced: (text: string) => void;
}) {
  const problemOf = (name: string) => props.problems.find((problem) => problem.field === name)?.message;
  return (
    <>
      {props.fields.length > 0 && (
        <fieldset className={styles.fields}>
          <legend className={styles.legend}>Parameters</legend>
          {props.fields.map((field) => {
            const value = props.entered[field.name] ?? field.initial;
            return field.kind === 'boolean' ? (
              <div key={field.name} className={styles.switch}>
                <CheckField
                  label={field.name}
                  checked={value === 'true'}
                  onChange={(event) => props.onEnter(field.name, String(event.target.checked))}
                />
              </div>
            ) : (
              <TextField
                key={field.name}
                label={field.name}
                inputMode={field.kind === 'number' ? 'decimal' : undefined}
                hint={field.kind === 'json' ? 'JSON' : undefined}
                problem={problemOf(field.name)}
                value={value}
                autoComplete="off"
                onChange={(event) => props.onEnter(field.name, event.target.value)}
              />
            );
          })}
        </fieldset>
      )}
      <details className={styles.advanced}>
        <summary>Parameters as JSON</summary>
        <AreaField
          label="Further parameters"
          optional
          rows={4}
          code
          spellCheck={false}
          placeholder='{"qids": ["0", "1"]}'
          hint="These go over the fields above and over the flow's defaults."
          problem={problemOf(advancedField)}
          value={props.advanced}
          onChange={(event) => props.onAdvanced(event.target.value)}
        />
      </details>
    </>
  );
}
