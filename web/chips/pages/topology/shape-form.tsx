import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { AreaField, SelectField, TextField } from '../../../ui/components/field.tsx';
import {
  fieldsOf,
  heavyHexSizes,
  type Shape,
  type ShapeFields,
  type ShapeKind,
  type ShapeProblems,
  shapeNames,
  shapeOf,
} from '../../lib/topology/shapes.ts';
import styles from './topology-page.module.css';

/** What a new topology begins with. */
export const firstFields: ShapeFields = {
  kind: 'grid',
  rows: '4',
  columns: '4',
  qubits: '5',
  size: heavyHexSizes[0] ?? '',
  holes: '',
  pairs: '',
};

/** A shape to begin with: it is drawn when that is asked for, because it takes the place of what was drawn before. */
export function ShapeForm({ onShape }: { onShape: (shape: Shape) => void }) {
  const [fields, setFields] = useState(firstFields);
  const [problems, setProblems] = useState<ShapeProblems>({});
  const change = (field: keyof ShapeFields) => (event: { target: { value: string } }) => {
    setFields({ ...fields, [field]: event.target.value });
    setProblems({ ...problems, [field]: undefined });
  };
  const draw = () => {
    const made = shapeOf(fields);
    setProblems('problems' in made ? made.problems : {});
    if ('shape' in made) onShape(made.shape);
  };
  const shown = fieldsOf(fields.kind);
  const field = (name: 'rows' | 'columns' | 'qubits', label: string) =>
    shown.includes(name) && (
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete="off"
        value={fields[name]}
        problem={problems[name]}
        onChange={change(name)}
      />
    );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        draw();
      }}
    >
      <div className={styles.fields}>
        <SelectField label="Shape" value={fields.kind} onChange={change('kind')}>
          {(Object.keys(shapeNames) as ShapeKind[]).map((kind) => (
            <option key={kind} value={kind}>
              {shapeNames[kind]}
            </option>
          ))}
        </SelectField>
        {field('rows', 'Rows')}
        {field('columns', 'Columns')}
        {field('qubits', 'Qubits')}
        {shown.includes('size') && (
          <SelectField label="Qubits" value={fields.size} onChange={change('size')}>
            {heavyHexSizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </SelectField>
        )}
        {shown.includes('holes') && (
          <TextField
            label="Holes"
            optional
            placeholder="5, 10-12"
            autoComplete="off"
            hint="Numbers of the qubits to leave out"
            value={fields.holes}
            problem={problems.holes}
            onChange={change('holes')}
          />
        )}
      </div>
      {shown.includes('pairs') && (
        <AreaField
          label="All couplings"
          code
          rows={6}
          spellCheck={false}
          placeholder="0-1, 1-2"
          hint="Pairs such as 0-1, two qubits a line, or JSON. The qubits and their places follow from them."
          value={fields.pairs}
          problem={problems.pairs}
          onChange={change('pairs')}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit">Draw this shape</Button>
      </div>
    </form>
  );
}
