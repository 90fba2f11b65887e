import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import { MetricQuantity } from '../../components/quantity/quantity.tsx';
import { GateState } from '../../components/status.tsx';
import { historyQuery } from '../../lib/api/queries.ts';
import type { Target } from '../../lib/api/wire.ts';

/** The newest value that waits behind the one that counts, why, and where that is decided; nothing where none does (rule GATE-3). */
export function HeldMark(props: { chipId: string; target: Target; display: MetricDisplay }) {
  const { chipId, target, display } = props;
  const history = useQuery(historyQuery(chipId, display.kind, target.qid, display.key));
  const counts = target.data[display.key]?.calibrated_at ?? '';
  const held = (history.data?.history ?? []).filter(
    ({ gate, calibrated_at: at }) => gate?.state === 'held' && at > counts,
  );
  const [newest] = held;
  if (!newest?.gate || newest.value === null) return null;
  const { value, error, unit, gate } = newest;
  return (
    <span>
      <GateState state="held" reason={gate.reason} />{' '}
      <MetricQuantity display={display} stored={{ value, error, unit }} />
      {held.length > 1 && ` and ${held.length - 1} more`}: {gate.reason}.{' '}
      <Link to="/chips/$chipId" params={{ chipId }}>
        Accept or reject
      </Link>
    </span>
  );
}
