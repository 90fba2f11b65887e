import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { isElementKind, isOfPair, kindTitle } from '#shared/chips/rules/target-kinds.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { DiscussionsCard } from '../../../discussions/components/discussions-card.tsx';
import { threadsAboutQuery } from '../../../discussions/lib/queries.ts';
import { TargetNotesPanel } from '../../../notes/components/target-notes.tsx';
import { notesSummaryQuery } from '../../../notes/lib/queries.ts';
import { StartButton } from '../../../runs/components/start-button.tsx';
import { chipRunsQuery } from '../../../runs/lib/queries.ts';
import { taskQuery } from '../../../runs/lib/task-queries.ts';
import { seriesDriftQuery } from '../../../statistics/lib/drift/queries.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { TargetHistory } from '../../../ui/components/charts/target-history.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { PagePending, Pending } from '../../../ui/components/pending.tsx';
import { UnknownNotice } from '../../../ui/components/unknown-notice.tsx';
import { usePast, usePastSearch, usePastView } from '../../../ui/lib/api/past.ts';
import { versionsQuery } from '../../../ui/lib/api/provenance-queries.ts';
import {
  chipQuery,
  cooldownsQuery,
  historyQuery,
  metricsConfigQuery,
  targetQuery,
  useReadOnlyReason,
} from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { MetricsConfig, Target, TargetKind } from '../../../ui/lib/api/wire.ts';
import { usePhone } from '../../../ui/lib/hooks/use-media.ts';
import { useNearView } from '../../../ui/lib/hooks/use-near-view.ts';
import { actionKeys, pressButton } from '../../../ui/lib/keys/keys.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import type { TargetSearch } from '../../../ui/lib/url/search-types.ts';
import { unknownName } from '../../../ui/lib/url/unknown.ts';
import { AsOfBar, PastPage } from '../../../values/components/as-of/as-of.tsx';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import { withDirections } from '../../../values/lib/metrics/directions.ts';
import { listedMetrics } from '../../../values/lib/metrics/listed-metrics.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import { metricsOf } from '../../../values/lib/metrics/target-metrics.ts';
import { wayToChip } from '../../components/way-to-chip.ts';
import { latticeKind } from '../../lib/map/chip-layout.ts';
import { CouplingQubits, pairMetricsQuery } from './coupling-qubits.tsx';
import { CurrentValues } from './current-values.tsx';
import { HistoryTable } from './history-table.tsx';
import { LatestResult } from './latest-result.tsx';
import { TargetAnswer } from './target-answer.tsx';
import styles from './target-page.module.css';
import { ValueProvenance } from './value-provenance.tsx';

// Behind a press.
const SetValuesDialog = lazy(() =>
  import('./set-values-dialog.tsx').then((module) => ({ default: module.SetValuesDialog })),
);
// With the catalogue of tasks.
// Of the past alone.
const PastNotes = lazy(() =>
  import('../../../notes/components/past-notes.tsx').then((module) => ({ default: module.PastNotes })),
);
// Below the fold, with a map.
const Neighbours = lazy(() => import('./neighbours.tsx').then((module) => ({ default: module.Neighbours })));

// A phone's, with the code of menus.
const TargetMenu = lazy(() => import('./target-menu.tsx').then((module) => ({ default: module.TargetMenu })));

/** The note is far below: its own button scrolls it into view. */
const writeNote = () => void pressButton(actionKeys.note);

const qubitRoute = getRouteApi('/app/chips/$chipId/qubits/$target');
const couplingRoute = getRouteApi('/app/chips/$chipId/couplings/$target');

/** The reads that the address of the page tells. */
export const load = ({ params: { chipId, target }, search, pattern }: PageAt<'chipId' | 'target', TargetSearch>) => {
  const kind = pattern.endsWith('/qubits/$target') ? 'qubit' : (search.kind ?? 'coupling');
  // A day of the past ends in a zone that is not known yet.
  const isPast = search.as_of !== undefined;
  const ofNow = isPast ? [] : [targetQuery(chipId, kind, target), chipQuery(chipId)];
  const discussions = isPast || isElementKind(kind) ? [] : [threadsAboutQuery({ chip: chipId, kind, target })];
  // Marks of the history.
  const marks = [cooldownsQuery(0, 100), chipRunsQuery(chipId), notesSummaryQuery(chipId, undefined)];
  return [metricsConfigQuery(), ...marks, ...ofNow, ...discussions];
};

/** One qubit: its current values and the history of one of them. */
export function QubitPage() {
  const search = qubitRoute.useSearch();
  return (
    <PastPage at={search.as_of} timeZone={useTimeZone()}>
      <TargetPage {...qubitRoute.useParams()} metric={search.metric} kind="qubit" />
    </PastPage>
  );
}

/** One coupling, or an element by its kind: its current values and the history of one of them. */
export function CouplingPage() {
  const search = couplingRoute.useSearch();
  return (
    <PastPage at={search.as_of} timeZone={useTimeZone()}>
      <TargetPage {...couplingRoute.useParams()} metric={search.metric} kind={search.kind ?? 'coupling'} />
    </PastPage>
  );
}

function TargetPage(props: { kind: TargetKind; chipId: string; target: string; metric?: string | undefined }) {
  const { kind, chipId, target } = props;
  const config = useQuery(metricsConfigQuery());
  const past = usePast();
  const pastSearch = usePastSearch();
  const asOf = past?.asOf;
  const navigate = useNavigate();
  const record = useQuery({
    ...targetQuery(chipId, kind, target, asOf),
    // That of another day stays, dimmed, until it comes.
    placeholderData: (previous) => (previous?.qid === target && previous.chip_id === chipId ? previous : undefined),
  });
  // What lies around a qubit is drawn by the topology of its chip: named now, it is a second round of reads and no third.
  useQuery(chipQuery(chipId, asOf));
  const readOnly = useReadOnlyReason();
  const isPhone = usePhone();
  const [editing, setEditing] = useState(false);
  const isElement = isElementKind(kind);
  const title = `${kindTitle(kind)} ${isElement ? target : targetLabel(kind, target)}`;
  const breadcrumbs = wayToChip(chipId, { ...pastSearch });
  const bar = (
    <AsOfBar
      chipId={chipId}
      at={past?.at}
      timeZone={useTimeZone()}
      onChange={(day) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, as_of: day, from: undefined, to: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
  if (!record.data || !config.data)
    return (
      <Page title={title} breadcrumbs={breadcrumbs}>
        {(record.error ?? config.error) && bar}
        <PagePending error={record.error ?? config.error} what={title} />
      </Page>
    );
  const found = metricsOf([record.data], config.data, kind);
  const metrics = kind === 'coupling' ? withDirections(found, record.data.qid) : found;
  const listed = listedMetrics(config.data, kind);
  const fallback = kind === 'qubit' ? 't1' : Object.keys(listed)[0];
  const usual = metrics.find(({ key }) => key === fallback) ?? metrics[0];
  const known = new Set([...Object.keys(listed), ...metrics.map(({ key }) => key)]);
  const isKnown = props.metric !== undefined && known.has(props.metric);
  const metric = (isKnown ? props.metric : usual?.key) ?? fallback ?? 't1';
  const display =
    metrics.find(({ key }) => key === metric) ?? displayOf(config.data, kind, metric, record.data.data[metric]?.unit);
  const onTheMap = {
    to: '/dashboard',
    search: { chip: chipId, [latticeKind(kind)]: metric, layer: latticeKind(kind), target, ...pastSearch },
  } as const;
  return (
    <Page
      title={title}
      breadcrumbs={breadcrumbs}
      actions={
        <>
          {!isPhone && !isElement && (
            <>
              <Link {...onTheMap} className={buttonClass()}>
                On the map
              </Link>
              <Button disabledReason={readOnly} onClick={writeNote}>
                Note
              </Button>
            </>
          )}
          {!isElement && (
            <StartButton
              chipId={chipId}
              wanted={[{ kind, id: record.data.qid, metric }]}
              shortcut={actionKeys.measure}
            />
          )}
          <Button disabledReason={readOnly} onClick={() => setEditing(true)}>
            Set values…
          </Button>
          {isPhone && !isElement && (
            <span className={styles.roomOfMenu}>
              <Suspense>
                <TargetMenu
                  label={`More of ${title}`}
                  onTheMap={onTheMap}
                  {...(readOnly === undefined && { onNote: writeNote })}
                />
              </Suspense>
            </span>
          )}
        </>
      }
    >
      {bar}
      <UnknownNotice sentences={[unknownName(`${kind} metric`, props.metric, [...known], display.title)]} />
      <div className={`${styles.shown} dims-while-busy`} aria-busy={record.isPlaceholderData}>
        <TargetAnswer chipId={chipId} target={record.data} display={display} config={config.data} />
        <TargetBody
          key={`${chipId} ${record.data.qid}`}
          {...{ chipId, kind, display, metrics }}
          target={record.data}
          config={config.data}
        />
      </div>
      <Suspense>
        {editing && (
          <SetValuesDialog
            {...{ chipId, kind, display }}
            target={record.data}
            config={config.data}
            open
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
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

/** What a metric is: one that is drawn as its error is described by its fidelity. */
const describedAs = ({ isError, description }: MetricDisplay): string =>
  isError ? `1 − ${description.charAt(0).toLowerCase()}${description.slice(1)}` : description;

/** The history of the value and its origin, then all values, then the target's neighbours and notes. */
function TargetBody({ chipId, kind, target, display, metrics, config }: BodyProps) {
  const { qid } = target;
  const isElement = isElementKind(kind);
  const view = usePastView();
  const isPast = usePast() !== undefined;
  const history = useQuery(historyQuery(chipId, kind, qid, display.key, view.as_of));
  const drift = useQuery({
    ...seriesDriftQuery(chipId, { kind, target: qid, metric: display.key }),
    enabled: !isPast,
  });
  // The values of both qubits of a coupling: the number of rows decides the position of the rest.
  const ofQubits = useQuery({ ...pairMetricsQuery(chipId, qid, view), enabled: isOfPair(kind) });
  const taskId = target.data[display.key]?.task_id || undefined;
  // Drawn after the history; read with it.
  useQuery({ ...taskQuery(taskId ?? ''), enabled: taskId !== undefined });
  useQuery({ ...versionsQuery(chipId, qid, display.key), enabled: !isElement });
  const isWaiting = [history, drift, ofQubits].some(({ isLoading }) => isLoading);
  // The first metric is waited for. Another one, chosen on the page, takes its place while the rest stays.
  const [isDrawn, setDrawn] = useState(false);
  if (!isWaiting && !isDrawn) setDrawn(true);
  if (!isDrawn) return <Pending error={undefined} what="the history" />;
  const series = { chipId, kind, target: qid, display };
  const hasValues = history.data === undefined || history.data.history.length > 0;
  const provenance = (className?: string) => (
    <Card title={`Where ${display.title} came from`} className={className}>
      <ValueProvenance key={`${qid} ${display.key}`} {...{ chipId, kind, display, config }} target={qid} />
    </Card>
  );
  return (
    <>
      <div className={hasValues ? styles.columns : undefined}>
        <Card title={`History of ${display.title}`} note={describedAs(display)}>
          <TargetHistory
            {...series}
            empty={
              <>
                <p>{isPast ? 'No values by then' : 'No values yet'}</p>
                {!isElement && (
                  <div>
                    <StartButton
                      chipId={chipId}
                      wanted={[{ kind, id: target.qid, metric: display.key }]}
                      variant="plain"
                    />
                  </div>
                )}
              </>
            }
          />
        </Card>
        {taskId !== undefined && <LatestResult taskId={taskId} label={display.title} />}
        {taskId === undefined && hasValues && !isElement && provenance(styles.besideHistory)}
      </div>
      <Card title={isPast ? 'Values then' : 'Current values'}>
        <CurrentValues {...{ chipId, kind, target, metrics }} current={display.key} />
      </Card>
      <div className={styles.columns}>
        <div className={styles.side}>
          {kind === 'qubit' && (
            <Card title="Neighbours">
              <WhenNear room={styles.roomOfNeighbours}>
                <Neighbours {...{ chipId, qid, display, config }} />
              </WhenNear>
            </Card>
          )}
          {isOfPair(kind) && (
            <Card title="Its qubits">
              <CouplingQubits chipId={chipId} coupling={qid} config={config} />
            </Card>
          )}
          {hasValues && (
            <Card title={`Every value of ${display.title}`}>
              <HistoryTable {...series} />
            </Card>
          )}
        </div>
        {!isElementKind(kind) && (
          <div className={styles.side}>
            {taskId !== undefined && provenance(styles.roomOfProvenance)}
            <Card title="Notes">
              {view.as_of === undefined ? (
                <TargetNotesPanel target={{ chipId, kind, id: qid }} closesOn={[]} />
              ) : (
                <Suspense>
                  <PastNotes target={{ chipId, kind, id: qid }} asOf={view.as_of} />
                </Suspense>
              )}
            </Card>
            {!isPast && <DiscussionsCard about={{ chip: chipId, kind, target: qid }} name={targetLabel(kind, qid)} />}
          </div>
        )}
      </div>
    </>
  );
}

/** Draws its content once it is near the visible part; its space is reserved before. */
function WhenNear({ room, children }: { room: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place);
  return (
    <div ref={place} className={room}>
      <Suspense>{isNear && children}</Suspense>
    </div>
  );
}
