import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../../ui/components/button.tsx';
import { HistoryChart } from '../../../ui/components/charts/history-chart.tsx';
import { Dialog, DialogBody } from '../../../ui/components/dialog.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { historyQuery, metricsConfigQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { elementKind } from '../../../ui/lib/url/element-kind.ts';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import { historyPointsOf } from '../../../values/lib/metrics/history-point.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import type { Difference } from '../../lib/differences/queries.ts';
import { differenceKey } from '../../lib/differences/ticked.ts';

/** The histories of some changes beneath each other. */
export function HistoriesDialog(props: { chipId: string; differences: readonly Difference[]; onClose: () => void }) {
  return (
    <Dialog
      title="Histories"
      description="Newest values of each, excluded ones hollow"
      open
      wide
      onClose={props.onClose}
    >
      <DialogBody actions={<Button onClick={props.onClose}>Close</Button>}>
        {props.differences.map((one) => (
          <History key={differenceKey(one)} chipId={props.chipId} of={one} />
        ))}
      </DialogBody>
    </Dialog>
  );
}

function History({ chipId, of }: { chipId: string; of: Difference }) {
  const timeZone = useTimeZone();
  const config = useQuery(metricsConfigQuery());
  const history = useQuery(historyQuery(chipId, of.kind, of.target_id, of.metric));
  const display = displayOf(config.data, of.kind, of.metric, of.after?.unit ?? of.before?.unit);
  const name = `${targetLabel(of.kind, of.target_id)}, ${display.title}`;
  if (!history.data) return <Pending error={history.error} what={`the history of ${name}`} />;
  const points = historyPointsOf(history.data.history, display);
  return (
    <section aria-label={name}>
      <h3>
        <Link
          to={of.kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target'}
          params={{ chipId, target: of.target_id }}
          search={{ kind: elementKind(of.kind), metric: of.metric }}
        >
          {name}
        </Link>
      </h3>
      <HistoryChart
        label={`${name} over time, ${points.length} values`}
        unit={display.unit}
        timeZone={timeZone}
        points={points}
      />
    </section>
  );
}
