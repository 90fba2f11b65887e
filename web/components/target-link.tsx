import { Link } from '@tanstack/react-router';
import { targetLabel } from '../lib/metrics/cells.ts';

/** Leads to a qubit or coupling, by its name. */
export function TargetLink({ chipId, kind, id }: { chipId: string; kind: 'qubit' | 'coupling'; id: string }) {
  const to = kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target';
  return (
    <Link to={to} params={{ chipId, target: id }}>
      {targetLabel(kind, id)}
    </Link>
  );
}
