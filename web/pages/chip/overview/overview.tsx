import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { SelectField } from '../../../components/field.tsx';
import { Pending } from '../../../components/pending.tsx';
import { chipMetricsQuery, metricsConfigQuery } from '../../../lib/api/queries.ts';
import { useTimeZone } from '../../../lib/api/time-zone.ts';
import { driftingCount, driftQuery } from '../../../lib/drift/queries.ts';
import { formatMoment } from '../../../lib/format/time.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { type ChipOverview, overviewQuery } from '../../../lib/overview/queries.ts';
import { sinceInstant } from '../../../lib/overview/since.ts';
import { answerText } from '../../../lib/overview/words.ts';
import styles from './overview.module.css';
import { RunsBlock } from './runs-block.tsx';

// On most days nothing changes, drifts, fails, expires, is faulty or held.
const ChangedBlock = lazy(() => import('./changed-block.tsx').then((module) => ({ default: module.ChangedBlock })));
const DriftBlock = lazy(() => import('./drift-block.tsx').then((module) => ({ default: module.DriftBlock })));

const presets = { yesterday: 'yesterday 07:00', week: '7 days ago', month: '30 days ago' } as const;

const FailedBlock = lazy(() => import('./failed-and-expired.tsx').then((module) => ({ default: module.FailedBlock })));
const ExpiredBlock = lazy(() =>
  import('./failed-and-expired.tsx').then((module) => ({ default: module.ExpiredBlock })),
);

const MeasureThese = lazy(() =>
  import('./failed-and-expired.tsx').then((module) => ({ default: module.MeasureThese })),
);

const MetricTable = lazy(() => import('./metric-table.tsx').then((module) => ({ default: module.MetricTable })));

const standing = () => import('./faulty-held-notes.tsx');
const FaultyBlock = lazy(() => standing().then((module) => ({ default: module.FaultyBlock })));
const HeldBlock = lazy(() => standing().then((module) => ({ default: module.HeldBlock })));
const NotesBlock = lazy(() => standing().then((module) => ({ default: module.NotesBlock })));

/** How often the beginning of a word such as `yesterday` is worked out anew. */
const refreshMilliseconds = 60_000;

/** What needs somebody on a chip since an instant: exceptions first, each with what can be done about it; all of it at once. */
export function Overview(props: {
  chipId: string;
  since: string | undefined;
  onSince: (since: string) => void;
  /** What stands below, drawn with it: nothing comes between them afterwards. */
  children: ReactNode;
}) {
  const { chipId, since = 'yesterday', onSince } = props;
  const timeZone = useTimeZone();
  const now = useNow(refreshMilliseconds);
  const found = useQuery(overviewQuery(chipId, sinceInstant(since, now, timeZone)));
  const drift = useQuery(driftQuery(chipId));
  // Coverage and medians are of every metric, whichever cells are asked for.
  const metrics = useQuery(chipMetricsQuery(chipId, {}, { metrics: ['t1'] }));
  const config = useQuery(metricsConfigQuery());
  // What drifts and how the metrics stand are parts of the answer; without them the others are told.
  if (!found.data || drift.isPending || metrics.isPending || config.isPending)
    return <Pending error={found.error} what="overview" />;
  const overview = found.data;
  const options = choices(overview, since, timeZone);
  const label = options.find(([value]) => value === since)?.[1] ?? since;
  return (
    <Suspense>
      <section className={styles.overview} aria-label={`Overview of ${chipId}`}>
        <div className={styles.answer}>
          <p className={styles.sentence} role="status">
            {answerText(overview, label, driftingCount(drift.data))}
          </p>
          {overview.to_measure.targets > 0 && <MeasureThese chipId={chipId} toMeasure={overview.to_measure} />}
          <SelectField label="Since" value={since} onChange={({ target }) => onSince(target.value)}>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        </div>
        <div className={found.isPlaceholderData ? styles.dimmed : undefined}>
          <div className={styles.overview}>
            {overview.changed.total > 0 && (
              <ChangedBlock chipId={chipId} changed={overview.changed} since={overview.since} />
            )}
            {drift.data && drift.data.alerts.total + drift.data.mutes.length > 0 && (
              <DriftBlock chipId={chipId} drift={drift.data} />
            )}
            {overview.failed.total > 0 && <FailedBlock failed={overview.failed} />}
            {overview.expired.total > 0 && <ExpiredBlock chipId={chipId} expired={overview.expired} />}
            {overview.faulty.total > 0 && <FaultyBlock chipId={chipId} faulty={overview.faulty} />}
            {overview.held.total > 0 && <HeldBlock chipId={chipId} held={overview.held} />}
            {metrics.data && config.data && (
              <MetricTable chipId={chipId} metrics={metrics.data} since={overview.since} config={config.data} />
            )}
            <RunsBlock overview={overview} />
            {overview.notes.total > 0 && <NotesBlock chipId={chipId} notes={overview.notes} />}
          </div>
        </div>
      </section>
      {props.children}
    </Suspense>
  );
}

/** The mornings, the last run, the cool-down, and whatever the address says. */
function choices({ runs, cooldown }: ChipOverview, since: string, timeZone: string): [string, string][] {
  const all: [string, string][] = Object.entries(presets);
  const lastRun = runs.last?.created_at;
  if (lastRun) all.push([lastRun, 'the last run']);
  if (cooldown) all.push([cooldown.started_at, 'start of the cool-down']);
  if (!all.some(([value]) => value === since)) all.push([since, formatMoment(since, timeZone, Date.now())]);
  return all;
}
