import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { DiscussionsCard } from '../../components/discussions/discussions-card.tsx';
import { TargetNotesPanel } from '../../components/notes/target-notes.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { RunFlowButton } from '../../components/runs/run-flow-button.tsx';
import { UnknownNotice } from '../../components/unknown-notice.tsx';
import { chipQuery, historyQuery, metricsConfigQuery, targetQuery, useReadOnlyReason } from '../../lib/api/queries.ts';
import type { MetricsConfig, Target, TargetKind } from '../../lib/api/wire.ts';
import { qubitsToMeasure } from '../../lib/differences/ticked.ts';
import { seriesDriftQuery } from '../../lib/drift/queries.ts';
import { useNearView } from '../../lib/hooks/use-near-view.ts';
import { actionKeys } from '../../lib/keys/keys.ts';
import { targetLabel } from '../../lib/metrics/cells.ts';
import { displayOf } from '../../lib/metrics/metric-display.ts';
import { metricsOf } from '../../lib/metrics/target-metrics.ts';
import { unknownName } from '../../lib/url/unknown.ts';
import { CouplingQubits, pairMetricsQuery } from './coupling-qubits.tsx';
import { CurrentValues } from './current-values.tsx';
import { LatestResult } from './latest-result.tsx';
import { HistoryTable, MetricHistory } from './metric-history.tsx';
import { SetValuesDialog } from './set-values-dialog.tsx';
import { TargetAnswer } from './target-answer.tsx';
import styles from './target-page.module.css';
import { ValueProvenance } from './value-provenance.tsx';

// Below the fold, with a map.
const Neighbours = lazy(() => import('./neighbours.tsx').then((module) => ({ default: module.Neighbours })));

const qubitRoute = getRouteApi('/app/chips/$chipId/qubits/$target');
const couplingRoute = getRouteApi('/app/chips/$chipId/couplings/$target');

/** One qubit: its current values and the history of one of them. */
export function QubitPage() {
  return <TargetPage {...qubitRoute.useParams()} {...qubitRoute.useSearch()} kind="qubit" />;
}

/** One coupling: its current values and the history of one of them. */
export function CouplingPage() {
  return <TargetPage {...couplingRoute.useParams()} {...couplingRoute.useSearch()} kind="coupling" />;
}

function TargetPage(props: { kind: TargetKind; chipId: string; target: string; metric?: string | undefined }) {
  const { kind, chipId, target } = props;
  const config = useQuery(metricsConfigQuery());
  const record = useQuery(targetQuery(chipId, kind, target));
  // What lies around a qubit is drawn by the topology of its chip: named now, it is a second round of reads and no third.
  useQuery(chipQuery(chipId));
  const readOnly = useReadOnlyReason();
  const [editing, setEditing] = useState(false);
  const title = `${kind === 'qubit' ? 'Qubit' : 'Coupling'} ${targetLabel(kind, target)}`;
  const breadcrumbs = [{ label: chipId, to: '/chips/$chipId', params: { chipId } }];
  if (!record.data || !config.data)
    return (
      <Page title={title} breadcrumbs={breadcrumbs}>
        <Pending error={record.error ?? config.error} what={title} />
      </Page>
    );
  const metrics = metricsOf([record.data], config.data, kind);
  const listed = kind === 'qubit' ? config.data.qubit_metrics : config.data.coupling_metrics;
  const fallback = kind === 'qubit' ? 't1' : Object.keys(listed)[0];
  const usual = metrics.find(({ key }) => key === fallback) ?? metrics[0];
  const known = new Set([...Object.keys(listed), ...metrics.map(({ key }) => key)]);
  const isKnown = props.metric !== undefined && known.has(props.metric);
  const metric = (isKnown ? props.metric : usual?.key) ?? fallback ?? 't1';
  const display = displayOf(config.data, kind, metric, record.data.data[metric]?.unit);
  return (
    <Page
      title={title}
      breadcrumbs={breadcrumbs}
      actions={
        <>
          <Link
            to="/dashboard"
            search={{ chip: chipId, [kind]: metric, layer: kind, target }}
            className={buttonClass()}
          >
            On the map
          </Link>
          <RunFlowButton
            chipId={chipId}
            qubits={qubitsToMeasure([{ kind, id: record.data.qid }])}
            label="Measure…"
            variant="plain"
            shortcut={actionKeys.measure}
          />
          <Button variant="primary" disabledReason={readOnly} onClick={() => setEditing(true)}>
            Set values…
          </Button>
        </>
      }
    >
      <UnknownNotice sentences={[unknownName(`${kind} metric`, props.metric, [...known], display.title)]} />
      <TargetAnswer chipId={chipId} target={record.data} display={display} config={config.data} />
      <TargetBody
        key={`${chipId} ${record.data.qid}`}
        {...{ chipId, kind, display, metrics }}
        target={record.data}
        config={config.data}
      />
      <SetValuesDialog
        {...{ chipId, kind, display }}
        target={record.data}
        config={config.data}
        open={editing}
        onClose={() => setEditing(false)}
      />
    </Page>
  );
}

interface BodyProps {
  chipId: string;
  kind: TargetKind;
  target: Target;
  display: MetricDisplay;
  metrics: MetricDisplay[];
  config: MetricsConfig;
}

/** How the value went and what is behind it, then all values, then what is around the target and said of it. */
function TargetBody({ chipId, kind, target, display, metrics, config }: BodyProps) {
  const { qid } = target;
  const history = useQuery(historyQuery(chipId, kind, qid, display.key));
  const drift = useQuery(seriesDriftQuery(chipId, { kind, target: qid, metric: display.key }));
  // Of both qubits of a coupling: how many rows there are decides where the rest stands.
  const ofQubits = useQuery({ ...pairMetricsQuery(chipId, qid), enabled: kind === 'coupling' });
  const isWaiting = [history, drift, ofQubits].some(({ isLoading }) => isLoading);
  // The first metric is waited for. Another one, chosen on the page, takes its place while the rest stays.
  const [isDrawn, setDrawn] = useState(false);
  if (!isWaiting && !isDrawn) setDrawn(true);
  if (!isDrawn) return <Pending error={undefined} what="the history" />;
  const series = { chipId, kind, target: qid, display };
  const taskId = target.data[display.key]?.task_id || undefined;
  const hasValues = history.data === undefined || history.data.history.length > 0;
  const provenance = (className?: string) => (
    <Card title={`Where ${display.title} came from`} className={className}>
      <ValueProvenance key={`${qid} ${display.key}`} {...{ chipId, kind, display, config }} target={qid} />
    </Card>
  );
  return (
    <>
      <div className={hasValues ? styles.columns : undefined}>
        <Card title={`History of ${display.title}`} note={display.description}>
          <MetricHistory {...series} />
        </Card>
        {taskId !== undefined && <LatestResult taskId={taskId} label={display.title} />}
        {taskId === undefined && hasValues && provenance(styles.besideHistory)}
      </div>
      <Card title="Current values">
        <CurrentValues {...{ chipId, kind, target, metrics }} current={display.key} />
      </Card>
      <div className={styles.columns}>
        <div className={styles.side}>
          <Card title={kind === 'qubit' ? 'Neighbours' : 'Its qubits'}>
            {kind === 'qubit' ? (
              <WhenNear room={styles.roomOfNeighbours}>
                <Neighbours {...{ chipId, qid, display, config }} />
              </WhenNear>
            ) : (
              <CouplingQubits chipId={chipId} coupling={qid} config={config} />
            )}
          </Card>
          {hasValues && (
            <Card title={`Every value of ${display.title}`}>
              <HistoryTable {...series} />
            </Card>
          )}
        </div>
        <div className={styles.side}>
          {taskId !== undefined && provenance(styles.roomOfProvenance)}
          <Card title="Notes">
            <TargetNotesPanel target={{ chipId, kind, id: qid }} closesOn={[]} />
          </Card>
          <DiscussionsCard about={{ chip: chipId, kind, target: qid }} name={targetLabel(kind, qid)} />
        </div>
      </div>
    </>
  );
}

/** What is drawn once it is near what is seen; it has its room before. */
function WhenNear({ room, children }: { room: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place);
  return (
    <div ref={place} className={room}>
      <Suspense>{isNear && children}</Suspense>
    </div>
  );
}
