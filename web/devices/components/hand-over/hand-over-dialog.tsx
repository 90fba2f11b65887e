import { useState } from 'react';
import { COMPILER_FORMATS, type CompilerFormat } from '#shared/devices/rules/export/compiler/format-names.ts';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import type { MetricsView } from '../../../values/lib/metrics/view.ts';
import { compilerFormats, type HandedPart, limitsOf } from '../../lib/exports/hand-over.ts';
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
