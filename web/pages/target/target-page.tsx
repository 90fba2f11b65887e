import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { Button, buttonClass } from '../../components/button.tsx';
import { DiscussionsCard } from '../../components/discussions/discussions-card.tsx';
import { TargetNotesPanel } from '../../components/notes/target-notes.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { RunFlowButton } from '../../components/runs/run-flow-button.tsx';
import { UnknownNotice } from '../../components/unknown-notice.tsx';
import { chipQuery, metricsConfigQuery, targetQuery, useReadOnlyReason } from '../../lib/api/queries.ts';
import type { TargetKind } from '../../lib/api/wire.ts';
import { qubitsToMeasure } from '../../lib/differences/ticked.ts';
import { useNearView } from '../../lib/hooks/use-near-view.ts';
import { actionKeys } from '../../lib/keys/keys.ts';
import { targetLabel } from '../../lib/metrics/cells.ts';
import { displayOf } from '../../lib/metrics/metric-display.ts';
import { metricsOf } from '../../lib/metrics/target-metrics.ts';
import { unknownName } from '../../lib/url/unknown.ts';
import { CurrentValues } from './current-values.tsx';
import { EditValueDialog } from './edit-value-dialog.tsx';
import { HistoryTable, MetricHistory } from './metric-history.tsx';
import { TargetAnswer } from './target-answer.tsx';
import styles from './target-page.module.css';
import { ValueProvenance } from './value-provenance.tsx';

// Below the fold, the first of them with a map.
const Neighbours = lazy(() => import('./neighbours.tsx').then((module) => ({ default: module.Neighbours })));
const CouplingQubits = lazy(() =>
  import('./coupling-qubits.tsx').then((module) => ({ default: module.CouplingQubits })),
);

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
            Show on the map
          </Link>
          <RunFlowButton
            chipId={chipId}
            qubits={qubitsToMeasure([{ kind, id: record.data.qid }])}
            label="Measure…"
            variant="plain"
            shortcut={actionKeys.measure}
          />
          <Button variant="primary" disabledReason={readOnly} onClick={() => setEditing(true)}>
            Set a value
          </Button>
        </>
      }
    >
      <UnknownNotice sentences={[unknownName(`${kind} metric`, props.metric, [...known], display.title)]} />
      <TargetAnswer chipId={chipId} target={record.data} display={display} config={config.data} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <Card title={`History of ${display.title}`} note={display.description}>
            <MetricHistory chipId={chipId} kind={kind} target={record.data.qid} display={display} />
          </Card>
          <Card title="Current values">
            <CurrentValues chipId={chipId} kind={kind} target={record.data} metrics={metrics} current={metric} />
          </Card>
          <Card title={kind === 'qubit' ? 'Neighbours' : 'Its qubits'}>
            <WhenNear room={styles.roomOfNeighbours}>
              {kind === 'qubit' ? (
                <Neighbours chipId={chipId} qid={record.data.qid} display={display} config={config.data} />
              ) : (
                <CouplingQubits chipId={chipId} coupling={record.data.qid} config={config.data} />
              )}
            </WhenNear>
          </Card>
          <Card title={`Every value of ${display.title}`}>
            <HistoryTable chipId={chipId} kind={kind} target={record.data.qid} display={display} />
          </Card>
        </div>
        <div className={styles.side}>
          <Card title={`Where ${display.title} came from`}>
            <ValueProvenance
              key={`${record.data.qid} ${metric}`}
              {...{ chipId, kind, display }}
              target={record.data.qid}
              config={config.data}
            />
          </Card>
          <Card title="Notes">
            <TargetNotesPanel
              key={`${chipId} ${record.data.qid}`}
              target={{ chipId, kind, id: record.data.qid }}
              closesOn={[]}
            />
          </Card>
          <DiscussionsCard
            about={{ chip: chipId, kind, target: record.data.qid }}
            name={targetLabel(kind, record.data.qid)}
          />
        </div>
      </div>
      <EditValueDialog
        chipId={chipId}
        kind={kind}
        target={record.data}
        config={config.data}
        metric={metric}
        open={editing}
        onClose={() => setEditing(false)}
      />
    </Page>
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
