import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../../ui/components/notice.tsx';
import { chipMetricsQuery, metricsConfigQuery } from '../../../ui/lib/api/queries.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { targetLabel } from '../../lib/metrics/cells.ts';
import { type HeldValue, heldQuery, heldValuesOf } from '../../lib/metrics/held-query.ts';
import { isMeasuredOnly } from '../../lib/metrics/listed-metrics.ts';
import { cellsOf } from '../../lib/metrics/metric-choice.ts';
import { displayOf } from '../../lib/metrics/metric-display.ts';

const mostNames = 6;

/** Says which values of a run or a task are held, and whether the values that still count are expired. */
export function HeldNotice(props: { chipId: string; executionId?: string; taskId?: string }) {
  const { chipId, executionId, taskId } = props;
  const config = useQuery(metricsConfigQuery()).data;
  const list = useQuery(heldQuery(chipId)).data;
  const own = (list ? heldValuesOf(list) : []).filter(
    (one) =>
      (taskId === undefined ? one.execution_id === executionId : one.task_id === taskId) &&
      !isMeasuredOnly({ state: 'held', because: one.because }),
  );
  const cells = { metrics: unique(own.map(({ metric }) => metric)), targets: unique(own.map(({ qid }) => qid)) };
  const metrics = useQuery({ ...chipMetricsQuery(chipId, {}, cells), enabled: own.length > 0 }).data;
  if (own.length === 0) return null;
  const isExpired = ({ target_type: kind, metric, qid }: HeldValue) =>
    metrics !== undefined && cellsOf(metrics, kind, metric)[qid]?.state === 'stale';
  const expired = own.filter(isExpired).length;
  const names = own
    .slice(0, mostNames)
    .map(({ target_type: kind, qid, metric }) => `${targetLabel(kind, qid)} ${displayOf(config, kind, metric).title}`);
  return (
    <Notice tone="warn">
      {plural(own.length, 'value')} held and not counted: {names.join(', ')}
      {own.length > names.length && ` and ${own.length - names.length} more`}.{' '}
      {expired > 0 && `${plural(expired, 'expired value')} measured again and still expired. `}
      <Link to="/chips/$chipId" params={{ chipId }}>
        Decide
      </Link>
    </Notice>
  );
}

const unique = (all: readonly string[]): string[] => [...new Set(all)];
