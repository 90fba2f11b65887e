import { Link } from '@tanstack/react-router';
import { usePastSearch } from '../../ui/lib/api/past.ts';
import type { TargetKind } from '../../ui/lib/api/wire.ts';
import { elementKind } from '../../ui/lib/url/element-kind.ts';
import { targetLabel } from '../../values/lib/metrics/cells.ts';

/** Leads to a qubit, coupling or element, by its name; the past that is shown is kept. */
export function TargetLink({ chipId, kind, id }: { chipId: string; kind: TargetKind; id: string }) {
  const to = kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target';
  return (
    <Link to={to} params={{ chipId, target: id }} search={{ kind: elementKind(kind), ...usePastSearch() }}>
      {targetLabel(kind, id)}
    </Link>
  );
}
