import { lazy, type ReactNode, Suspense } from 'react';
import { StartButton } from '../../../../runs/components/start-button.tsx';
import { driftingCount } from '../../../../statistics/lib/drift/queries.ts';
import { answerText, needText } from '../../../../statistics/lib/overview/words.ts';
import { usePast } from '../../../../ui/lib/api/past.ts';
import { useReadOnlyReason } from '../../../../ui/lib/api/queries.ts';
import styles from './overview.module.css';
import type { OverviewData } from './use-overview.ts';

// On most days nothing changes, drifts, fails, expires, is faulty or held.
const ChangedBlock = lazy(() => import('./changed-block.tsx').then((module) => ({ default: module.ChangedBlock })));
const DriftBlock = lazy(() => import('./drift-block.tsx').then((module) => ({ default: module.DriftBlock })));
const FailedBlock = lazy(() => import('./failed-and-expired.tsx').then((module) => ({ default: module.FailedBlock })));
const ExpiredBlock = lazy(() =>
  import('./failed-and-expired.tsx').then((module) => ({ default: module.ExpiredBlock })),
);
const HeldBlock = lazy(() => import('./held-block.tsx').then((module) => ({ default: module.HeldBlock })));

const PresentAnswer = lazy(() => import('./present-answer.tsx').then((module) => ({ default: module.PresentAnswer })));
const MeasureThese = lazy(() => import('./measure-these.tsx').then((module) => ({ default: module.MeasureThese })));
const RunsBlock = lazy(() => import('./runs-block.tsx').then((module) => ({ default: module.RunsBlock })));
const MetricTable = lazy(() => import('./metric-table.tsx').then((module) => ({ default: module.MetricTable })));

const standing = () => import('./faulty-and-notes.tsx');
const FaultyBlock = lazy(() => standing().then((module) => ({ default: module.FaultyBlock })));
const NotesBlock = lazy(() => standing().then((module) => ({ default: module.NotesBlock })));

/**
 * What needs attention on a chip since an instant: exceptions first, each with its actions; everything is drawn at
 * once.
 */
export function Overview(props: {
  data: OverviewData;
  /** Since when, in words. */
  since: string;
  /** The content below, drawn together with it, so that nothing moves afterwards. */
  children: ReactNode;
}) {
  const { chip, overview, drift, metrics, config, heldMeasurements, isDimmed } = props.data;
  const { chip_id: chipId } = chip;
  const { to_measure: toMeasure } = overview;
  const readOnly = useReadOnlyReason();
  const isPast = usePast() !== undefined;
  const drifting = driftingCount(drift);
  const isToMeasure = toMeasure.targets > 0;
  return (
    <Suspense>
      <section className={styles.overview} aria-label={`Overview of ${chipId}`}>
        <div className={styles.answer}>
          <p className={styles.sentence} role="status">
            {isPast ? (
              answerText(overview, props.since, { drifting, isPast })
            ) : (
              <Suspense fallback={needText(overview, drifting) || '\u00a0'}>
                <PresentAnswer overview={overview} since={props.since} drifting={drifting} />
              </Suspense>
            )}
          </p>
          <div className={styles.actions}>
            {isToMeasure && <MeasureThese chipId={chipId} overview={overview} />}
            <StartButton chipId={chipId} variant={isToMeasure ? 'plain' : 'primary'} />
          </div>
        </div>
        {overview.last_calibrated_at === null && readOnly === undefined && (
          <p>Start a run to measure it, or set values by hand on the page of a qubit.</p>
        )}
        <div className="dims-while-busy" aria-busy={isDimmed}>
          <div className={styles.overview}>
            {overview.changed.total > 0 && (
              <ChangedBlock chipId={chipId} changed={overview.changed} since={overview.since} />
            )}
            {drift && drift.alerts.total + drift.mutes.length > 0 && <DriftBlock chipId={chipId} drift={drift} />}
            {overview.failed.total > 0 && <FailedBlock failed={overview.failed} />}
            {overview.expired.total > 0 && (
              <ExpiredBlock chipId={chipId} expired={overview.expired} held={overview.held} />
            )}
            {overview.faulty.total > 0 && <FaultyBlock chipId={chipId} faulty={overview.faulty} />}
            {!isPast && overview.held && overview.held.total + heldMeasurements > 0 && (
              <HeldBlock chipId={chipId} held={overview.held} measurements={heldMeasurements} />
            )}
            {metrics && config && (
              <MetricTable chip={chip} metrics={metrics} since={props.data.since} config={config} />
            )}
            <RunsBlock overview={overview} />
            {overview.notes.total > 0 && <NotesBlock chipId={chipId} notes={overview.notes} />}
            {isPast && <p className={styles.note}>Drift, held values and the next run show the present only</p>}
          </div>
        </div>
      </section>
      {props.children}
    </Suspense>
  );
}
