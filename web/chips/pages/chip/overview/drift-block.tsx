import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { levelsText } from '#shared/statistics/rules/drift/levels.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import {
  type ChipDrift,
  type DriftAlert,
  inOrderOfNeed,
  isAnswered,
} from '../../../../statistics/lib/drift/queries.ts';
import { expectedText, muteText, sinceText, stateText, untilText } from '../../../../statistics/lib/drift/words.ts';
import { Button } from '../../../../ui/components/button.tsx';
import { ErrorNotice } from '../../../../ui/components/notice.tsx';
import { RelativeTime } from '../../../../ui/components/relative-time.tsx';
import { api } from '../../../../ui/lib/api/api.ts';
import { metricsConfigQuery, useReadOnlyReason } from '../../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../../ui/lib/api/time-zone.ts';
import { useWrite } from '../../../../ui/lib/api/use-write.ts';
import { plural } from '../../../../ui/lib/format/words.ts';
import { useNow } from '../../../../ui/lib/hooks/use-now.ts';
import { MetricQuantity } from '../../../../values/components/quantity/quantity.tsx';
import { targetLabel } from '../../../../values/lib/metrics/cells.ts';
import { displayOf } from '../../../../values/lib/metrics/metric-display.ts';
import { TargetLink } from '../../../components/target-link.tsx';
import { Block, Rest } from './block.tsx';
import { Course } from './course.tsx';
import type { DriftAct } from './drift-dialog.tsx';
import styles from './overview.module.css';

/** A quiet action of a row; a user with read-only access is told why it is disabled. */
export function RowAct({ label, of, onClick }: { label: string; of: string; onClick: () => void }) {
  const readOnly = useReadOnlyReason();
  return (
    <Button small variant="quiet" aria-label={`${label} ${of}`} disabledReason={readOnly} onClick={onClick}>
      {label}
    </Button>
  );
}

const DriftDialog = lazy(() => import('./drift-dialog.tsx').then((module) => ({ default: module.DriftDialog })));

const firstRows = 8;

/** The drift alerts, with the number expected by chance alone, and the answers to them (docs/drift.md). */
export function DriftBlock({ chipId, drift }: { chipId: string; drift: ChipDrift }) {
  const [act, setAct] = useState<DriftAct>();
  const [isOpen, setOpen] = useState(false);
  const { items, total } = drift.alerts;
  const shown = inOrderOfNeed(items).slice(0, firstRows);
  const begin = (next: DriftAct) => {
    setAct(next);
    setOpen(true);
  };
  return (
    <Block title="Drift" count={total}>
      {shown.length > 0 && (
        <ul className={styles.driftRows}>
          {shown.map((alert) => (
            <AlertRow key={keyOf(alert)} chipId={chipId} alert={alert} onAct={begin} />
          ))}
        </ul>
      )}
      <Rest total={total} shown={shown.length} />
      <p className={styles.note}>{expectedText(drift)}</p>
      {drift.mutes.length > 0 && <Mutes chipId={chipId} mutes={drift.mutes} />}
      <Suspense>
        {act && (
          <DriftDialog key={keyOf(act.alert)} chipId={chipId} act={act} open={isOpen} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </Block>
  );
}

const keyOf = ({ metric, kind, target_id, since, to }: DriftAlert): string =>
  `${kind} ${target_id} ${metric} ${since} ${to}`;

function AlertRow(props: { chipId: string; alert: DriftAlert; onAct: (act: DriftAct) => void }) {
  const { chipId, alert, onAct } = props;
  const [timeZone, now] = [useTimeZone(), useNow(undefined)];
  const config = useQuery(metricsConfigQuery());
  const display = displayOf(config.data, alert.kind, alert.metric);
  const name =
    alert.target_id === null ? display.title : `${targetLabel(alert.kind, alert.target_id)} ${display.title}`;
  const button = (kind: DriftAct['kind'], label: string) => (
    <RowAct label={label} of={name} onClick={() => onAct({ kind, alert })} />
  );
  return (
    <li className={isAnswered(alert) ? styles.answered : undefined}>
      <strong>
        {alert.target_id === null ? (
          <>{plural(alert.targets.length, alert.kind)} together</>
        ) : (
          <TargetLink chipId={chipId} kind={alert.kind} id={alert.target_id} />
        )}{' '}
        {display.title}
      </strong>
      <span>
        {levelsText(alert, display)}
        {alert.latest && <Latest latest={alert.latest} display={display} />}
      </span>
      <Course chipId={chipId} kind={alert.kind} id={alert.target_id} metric={alert.metric} />
      <span className={styles.told}>
        <span>{sinceText(alert, now)}</span> <span>{stateText(alert, timeZone, now)}</span>
      </span>
      <span className={styles.rowActions}>
        {alert.acknowledgement === null && button('acknowledge', 'Acknowledge…')}
        {alert.mute === null && button('mute', 'Mute…')}
      </span>
    </li>
  );
}

/** The newest value of the series, after the medians that raised the alert (rule DRIFT-8). */
function Latest({ latest, display }: { latest: NonNullable<DriftAlert['latest']>; display: MetricDisplay }) {
  if (latest.value === null) return null;
  const { value, error, unit, measured_at: at, held } = latest;
  return (
    <span className={styles.told}>
      , latest <MetricQuantity display={display} stored={{ value, error, unit }} /> <RelativeTime at={at} />
      {held && ', held'}
    </span>
  );
}

function Mutes({ chipId, mutes }: { chipId: string; mutes: ChipDrift['mutes'] }) {
  const [timeZone, now] = [useTimeZone(), useNow(undefined)];
  const config = useQuery(metricsConfigQuery());
  const readOnly = useReadOnlyReason();
  const lifting = useWrite(
    ({ metric, target_id }: ChipDrift['mutes'][number]) =>
      api.deleteDriftMute({
        params: { chip_id: chipId },
        query: { ...(metric !== null && { metric }), ...(target_id !== null && { target_id }) },
      }),
    () => undefined,
  );
  return (
    <>
      <ul className={styles.rows}>
        {mutes.map((mute) => (
          <li key={`${mute.metric} ${mute.target_id}`} className={styles.row}>
            <span>
              {muteText(mute, config.data)} {untilText(mute, timeZone, now)}
            </span>
            <Button
              small
              variant="quiet"
              disabled={lifting.isPending}
              disabledReason={readOnly}
              aria-label={`Unmute ${muteText(mute, config.data)}`}
              onClick={() => lifting.mutate(mute)}
            >
              Unmute
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={lifting.error} />
    </>
  );
}
