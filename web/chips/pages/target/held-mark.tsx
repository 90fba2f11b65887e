import { useQuery } from '@tanstack/react-query';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { GateState } from '../../../ui/components/status.tsx';
import { historyQuery } from '../../../ui/lib/api/queries.ts';
import type { Target } from '../../../ui/lib/api/wire.ts';
import { HeldActions } from '../../../values/components/held/held-actions.tsx';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';
import { heldOfQuery } from '../../../values/lib/metrics/held-of-target.ts';
import { isMeasuredOnly } from '../../../values/lib/metrics/listed-metrics.ts';
import styles from './target-page.module.css';

/**
 * The newest value that waits to replace the current one, the reason, and its actions; hidden if there is none (rule
 * GATE-3).
 */
export function HeldMark(props: { chipId: string; target: Target; display: MetricDisplay }) {
  const { chipId, target, display } = props;
  const history = useQuery(historyQuery(chipId, display.kind, target.qid, display.key));
  const counts = target.data[display.key]?.calibrated_at ?? '';
  const held = (history.data?.history ?? []).filter(
    ({ gate, calibrated_at: at }) => gate?.state === 'held' && at > counts,
  );
  const [newest] = held;
  const found = useQuery({
    ...heldOfQuery(chipId, display.kind, target.qid, display.key),
    enabled: newest !== undefined,
  });
  if (!newest?.gate || newest.value === null) return null;
  const { value, error, unit, gate } = newest;
  return (
    <span className={styles.held}>
      <span>
        <GateState {...gate} /> <MetricQuantity display={display} stored={{ value, error, unit }} />
        {held.length > 1 && ` and ${held.length - 1} more`}
        {!isMeasuredOnly(gate) && `: ${gate.reason}`}
      </span>
      <HeldActions chipId={chipId} one={found.data ?? undefined} name={display.title} />
    </span>
  );
}
