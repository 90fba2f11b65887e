import { useState } from 'react';
import { AreaField, CheckField, TextField } from '../../../ui/components/field.tsx';
import { type TopologyDraft, withCouplings, withLineSize, withLines, withNames } from '../../lib/topology/draft.ts';

/** The typed parts of a topology: couplings, names and readout lines. */
export function DraftFields(props: {
  draft: TopologyDraft;
  onDraft: (draft: TopologyDraft) => void;
  byCouplings: boolean;
  onByCouplings: (byCouplings: boolean) => void;
}) {
  const { draft, onDraft } = props;
  const [size, setSize] = useState('');
  const { texts, problems } = draft;
  const isCount = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1;
  return (
    <>
      <AreaField
        label="Couplings"
        code
        rows={4}
        spellCheck={false}
        hint="Pairs such as 0-1, two qubits a line, or JSON"
        value={texts.couplings}
        problem={problems.couplings}
        onChange={(event) => onDraft(withCouplings(draft, event.target.value))}
      />
      <CheckField
        label="Place the qubits by their couplings, not by the shape"
        checked={props.byCouplings}
        onChange={(event) => props.onByCouplings(event.target.checked)}
      />
      <AreaField
        label="Names of the qubits"
        optional
        code
        rows={2}
        spellCheck={false}
        placeholder={draft.names.slice(0, 4).join(' ')}
        hint="In the order of their numbers; without names they keep their numbers"
        value={texts.names}
        problem={problems.names}
        onChange={(event) => onDraft(withNames(draft, event.target.value))}
      />
      <TextField
        label="Qubits a readout line"
        optional
        inputMode="numeric"
        autoComplete="off"
        value={size}
        problem={size === '' || isCount(size) ? undefined : 'must be a whole number from 1'}
        onChange={(event) => {
          const text = event.target.value.trim();
          setSize(text);
          if (isCount(text)) onDraft(withLineSize(draft, Number(text)));
        }}
      />
      <AreaField
        label="Readout lines"
        optional
        code
        rows={3}
        spellCheck={false}
        hint="One a row, such as 0-3 or Q1 Q2. Without any, four qubits share a line"
        value={texts.lines}
        problem={problems.lines}
        onChange={(event) => onDraft(withLines(draft, event.target.value))}
      />
    </>
  );
}
