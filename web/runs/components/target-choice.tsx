import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { runsLookedAt } from '../../flows/lib/activity.ts';
import { Button } from '../../ui/components/button.tsx';
import { FieldGroup } from '../../ui/components/field-group.tsx';
import { plural } from '../../ui/lib/format/words.ts';
import { qubitsOf, qubitsOfTargets, qubitText } from '../lib/qubit-list.ts';
import { runsQuery, runsRequest } from '../lib/queries.ts';
import { repeatableQuery } from '../lib/repeat-queries.ts';
import styles from './target-choice.module.css';
import { TargetFields, type TargetFieldsProps } from './target-fields.tsx';

// Behind a press.
const QubitPicker = lazy(() => import('./qubit-picker.tsx').then((module) => ({ default: module.QubitPicker })));

/** Which qubits a managed run is narrowed to: typed, one of the usual sets, or pressed on a small map, which all fill one field. */
export function TargetChoice(
  props: TargetFieldsProps & {
    flowName: string;
    chipId: string;
    /** What was selected where the dialog was opened. */
    selection: readonly string[];
  },
) {
  const { chipId, only, onOnly } = props;
  const [isMapOpen, setMapOpen] = useState(false);
  const sets = useUsualSets(props);
  const chosen = qubitText(qubitsOf(only));
  return (
    <FieldGroup legend="Targets" className={styles.targets}>
      <div className={styles.sets}>
        {sets.map(({ label, qubits, why }) => {
          const text = qubitText(qubits);
          return (
            <Button
              key={label}
              small
              className={styles.set}
              aria-pressed={why === undefined && text === chosen}
              disabledReason={why}
              onClick={() => onOnly(text)}
            >
              {label}
            </Button>
          );
        })}
        <Button small className={styles.set} aria-expanded={isMapOpen} onClick={() => setMapOpen(!isMapOpen)}>
          {isMapOpen ? 'Hide the map' : 'Choose on a map'}
        </Button>
      </div>
      <TargetFields {...props} />
      {isMapOpen && (
        <Suspense fallback={<p>Loading the map…</p>}>
          <QubitPicker
            key={chipId}
            chipId={chipId}
            chosen={new Set(qubitsOf(only))}
            onChange={(qubits) => onOnly(qubitText(qubits))}
          />
        </Suspense>
      )}
    </FieldGroup>
  );
}

interface UsualSet {
  label: string;
  qubits: readonly string[];
  /** Why it cannot be taken. */
  why?: string | undefined;
}

/** All qubits, the selected ones, and those of which tasks failed or went stale in the last run of the flow on the chip. */
function useUsualSets(props: { flowName: string; chipId: string; selection: readonly string[] }): UsualSet[] {
  const runs = useQuery(runsQuery(runsRequest({}, runsLookedAt, 'UTC')));
  const last = runs.data?.executions.find(
    (run) => run.flow_name === props.flowName && run.chip_id === props.chipId && run.end_at !== null,
  );
  const enabled = last !== undefined;
  const failed = useQuery({ ...repeatableQuery(last?.execution_id ?? '', 'failed'), enabled });
  const stale = useQuery({ ...repeatableQuery(last?.execution_id ?? '', 'stale'), enabled });
  const set = (label: string, found: typeof failed, none: string): UsualSet => {
    const qubits = qubitsOfTargets(found.data?.tasks.map(({ target_id }) => target_id) ?? []);
    if (!last) return { label, qubits, why: `${props.flowName} has not run on ${props.chipId} of late` };
    if (found.isLoading) return { label, qubits, why: 'Loading…' };
    if (qubits.length === 0) return { label, qubits, why: none };
    return { label: `${label} (${qubits.length})`, qubits };
  };
  return [
    { label: 'All', qubits: [] },
    ...(props.selection.length > 0
      ? [{ label: `Selection (${plural(props.selection.length, 'qubit')})`, qubits: props.selection }]
      : []),
    set('Failed in the last run', failed, `Nothing failed in run ${last?.execution_id}`),
    set('Stale', stale, `Nothing that run ${last?.execution_id} measured is stale`),
  ];
}
