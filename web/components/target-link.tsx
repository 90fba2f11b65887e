import { Link } from '@tanstack/react-router';
import { usePastSearch } from '../lib/api/past.ts';
import { targetLabel } from '../lib/metrics/cells.ts';

/** Leads to a qubit or coupling, by its name; the past that is shown is kept. */
export function TargetLink({ chipId, kind, id }: { chipId: string; kind: 'qubit' | 'coupling'; id: string }) {
  const to = kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target';
  return (
    <Link to={to} params={{ chipId, target: id }} search={usePastSearch()}>
      {targetLabel(kind, id)}
    </Link>
  );
}
