import { Link } from '@tanstack/react-router';
import { usePastSearch } from '../lib/api/past.ts';
import type { TargetKind } from '../lib/api/wire.ts';
import { targetLabel } from '../lib/metrics/cells.ts';
import { elementKind } from '../lib/url/element-kind.ts';

/** Leads to a qubit, coupling or element, by its name; the past that is shown is kept. */
export function TargetLink({ chipId, kind, id }: { chipId: string; kind: TargetKind; id: string }) {
  const to = kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target';
  return (
    <Link to={to} params={{ chipId, target: id }} search={{ kind: elementKind(kind), ...usePastSearch() }}>
      {targetLabel(kind, id)}
    </Link>
  );
}
