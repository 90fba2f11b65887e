import { useMemo, useState } from 'react';
import { plural } from '../../../ui/lib/format/words.ts';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import { QubitGrid } from '../../components/chip-map/qubit-grid.tsx';
import { noMapText } from '../../components/chip-map/shapes.ts';
import { layoutChip } from '../../lib/map/chip-layout.ts';
import { layoutOfDraft, type TopologyDraft } from '../../lib/topology/draft.ts';
import styles from './topology-page.module.css';

const noQubit: ReadonlySet<string> = new Set();

/** The map of a draft, on which two presses add or remove a coupling. */
export function CouplingEditor(props: {
  draft: TopologyDraft;
  byCouplings: boolean;
  onToggle: (a: string, b: string) => void;
}) {
  const { draft, byCouplings, onToggle } = props;
  const [first, setFirst] = useState<string>();
  const [said, setSaid] = useState('');
  const { layoutType, qubits } = useMemo(() => layoutOfDraft(draft, byCouplings), [draft, byCouplings]);
  const layout = useMemo(
    () => layoutChip({ layout_type: layoutType, qubits, couplings: [...draft.couplings] }, new Set()),
    [layoutType, qubits, draft.couplings],
  );
  const chosen = first !== undefined && Object.hasOwn(qubits, first) ? first : undefined;
  const neighbours = useMemo(() => neighbourText(draft), [draft]);
  const press = (qubit: string) => {
    if (chosen === undefined || chosen === qubit) {
      setFirst(chosen === qubit ? undefined : qubit);
      setSaid('');
      return;
    }
    const isThere = draft.couplings.some((pair) => pair.includes(chosen) && pair.includes(qubit));
    onToggle(chosen, qubit);
    setFirst(undefined);
    setSaid(
      `${targetLabel('qubit', chosen)} and ${targetLabel('qubit', qubit)} are ${isThere ? 'not ' : ''}coupled now`,
    );
  };
  return (
    <div className={styles.preview}>
      <p>
        {plural(draft.names.length, 'qubit')}, {plural(draft.couplings.length, 'coupling')}
        {layoutType === 'list' && `. ${noMapText}`}
      </p>
      <QubitGrid
        label="Map of the topology"
        layout={layout}
        chosen={chosen === undefined ? noQubit : new Set([chosen])}
        onPress={press}
        describe={(qubit) => neighbours.get(qubit) ?? 'coupled to none'}
        isWhole
      />
      <p aria-live="polite">
        {chosen === undefined
          ? said || 'Press two qubits to add or remove their coupling'
          : `${targetLabel('qubit', chosen)} is chosen: press the qubit to couple it with`}
      </p>
    </div>
  );
}

/** What each qubit is coupled to, in words. */
function neighbourText({ couplings }: TopologyDraft): ReadonlyMap<string, string> {
  const neighbours = new Map<string, string[]>();
  for (const [a, b] of couplings) {
    neighbours.set(a, [...(neighbours.get(a) ?? []), targetLabel('qubit', b)]);
    neighbours.set(b, [...(neighbours.get(b) ?? []), targetLabel('qubit', a)]);
  }
  return new Map([...neighbours].map(([qubit, others]) => [qubit, `coupled to ${others.join(', ')}`]));
}
