import { useState } from 'react';
import { COMPILER_FORMATS, type CompilerFormat } from '#shared/domain/export/compiler/format-names.ts';
import { compilerFormats, type HandedPart, limitsOf } from '../../lib/exports/hand-over.ts';
import type { MetricsView } from '../../lib/metrics/view.ts';
import { Dialog } from '../dialog.tsx';
import { SelectField } from '../field.tsx';
import { HandOverFile } from './hand-over-file.tsx';

/** Hands a part of a chip to a compiler: the values with their ages and states, and what is not in the file. */
export function HandOverDialog(props: { chipId: string; part: HandedPart; view: MetricsView; onClose: () => void }) {
  const { chipId, part, view, onClose } = props;
  const [format, setFormat] = useState<CompilerFormat>('python');
  const [{ asOf, withinHours }] = useState(() => limitsOf(view, Date.now()));
  return (
    <Dialog title="Hand to a compiler" description={`Of chip '${chipId}'`} open widest onClose={onClose}>
      <HandOverFile {...{ chipId, part, format, asOf, withinHours, onClose }}>
        <SelectField
          label="Format"
          value={format}
          onChange={({ currentTarget }) => setFormat(currentTarget.value as CompilerFormat)}
        >
          {COMPILER_FORMATS.map((name) => (
            <option key={name} value={name}>
              {compilerFormats[name]}
            </option>
          ))}
        </SelectField>
      </HandOverFile>
    </Dialog>
  );
}
