import { advancedField, type Entered, fieldHint, fieldLabel, type ParameterField } from '../../flows/lib/parameters.ts';
import { AreaField, CheckField, SelectField, TextField } from '../../ui/components/field.tsx';
import { FieldGroup } from '../../ui/components/field-group.tsx';
import styles from './parameter-inputs.module.css';

interface FieldsProps {
  fields: readonly ParameterField[];
  entered: Entered;
  problems: readonly { field: string; message: string }[];
  onEnter: (name: string, value: string) => void;
}

/** A field for each value, with its unit; hidden if there are none. */
export function ValueInputs(props: FieldsProps & { legend: string }) {
  if (props.fields.length === 0) return null;
  return (
    <FieldGroup legend={props.legend} className={styles.fields}>
      {props.fields.map((field) => {
        const value = props.entered[field.name] ?? field.initial;
        return field.kind === 'boolean' ? (
          <div key={field.name} className={styles.switch}>
            <CheckField
              label={fieldLabel(field)}
              checked={value === 'true'}
              onChange={(event) => props.onEnter(field.name, String(event.target.checked))}
            />
          </div>
        ) : field.choices ? (
          <SelectField
            key={field.name}
            label={fieldLabel(field)}
            title={field.description}
            hint={field.hint}
            problem={problemOf(props.problems, field.name)}
            value={value}
            onChange={(event) => props.onEnter(field.name, event.target.value)}
          >
            {['', ...field.choices].map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField
            key={field.name}
            label={fieldLabel(field)}
            title={field.description}
            inputMode={field.kind === 'number' ? 'decimal' : undefined}
            hint={fieldHint(field, value)}
            problem={problemOf(props.problems, field.name)}
            value={value}
            autoComplete="off"
            onChange={(event) => props.onEnter(field.name, event.target.value)}
          />
        );
      })}
    </FieldGroup>
  );
}

const problemOf = (problems: FieldsProps['problems'], name: string) =>
  problems.find((problem) => problem.field === name)?.message;

/** A field for each default parameter of a flow and for what its tasks take, and free JSON for the rest. */
export function ParameterInputs(
  props: FieldsProps & {
    taskFields?: readonly ParameterField[];
    advanced: string;
    isAdvancedOpen?: boolean;
    /** Takes free JSON; absent where every parameter has a field. */
    onAdvanced?: (text: string) => void;
  },
) {
  return (
    <>
      <ValueInputs legend="Parameters" {...props} />
      <ValueInputs legend="Parameters of its tasks" {...props} fields={props.taskFields ?? []} />
      {props.onAdvanced && (
        <details className={styles.advanced} open={props.isAdvancedOpen}>
          <summary>Parameters as JSON</summary>
          <AreaField
            label="Further parameters"
            optional
            rows={4}
            code
            spellCheck={false}
            placeholder='{"qids": ["0", "1"]}'
            hint="Overrides the fields above and the flow's defaults"
            problem={problemOf(props.problems, advancedField)}
            value={props.advanced}
            onChange={(event) => props.onAdvanced?.(event.target.value)}
          />
        </details>
      )}
    </>
  );
}
