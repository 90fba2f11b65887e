import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { scoreText } from '../../../../statistics/lib/differences/words.ts';
import type { ChipOverview } from '../../../../statistics/lib/overview/queries.ts';
import { Fold } from '../../../../ui/components/fold.tsx';
import { metricsConfigQuery } from '../../../../ui/lib/api/queries.ts';
import { FitLink } from '../../../../values/components/held/fit-link.tsx';
import { HeldActions } from '../../../../values/components/held/held-actions.tsx';
import { MetricQuantity } from '../../../../values/components/quantity/quantity.tsx';
import { SideValue } from '../../../../values/components/quantity/side-value.tsx';
import { targetLabel } from '../../../../values/lib/metrics/cells.ts';
import { heldQuery, heldValuesOf } from '../../../../values/lib/metrics/held-query.ts';
import { heldReason } from '../../../../values/lib/metrics/held-words.ts';
import { isMeasuredOnly } from '../../../../values/lib/metrics/listed-metrics.ts';
import { displayOf } from '../../../../values/lib/metrics/metric-display.ts';
import { TargetLink } from '../../../components/target-link.tsx';
import { Block, Rest } from './block.tsx';
import styles from './overview.module.css';

const HeldValues = lazy(() => import('./held-values.tsx').then((module) => ({ default: module.HeldValues })));

type Held = NonNullable<ChipOverview['held']>;
type HeldItem = Held['items'][number];

const firstRows = 6;

/**
 * The values that wait to be accepted, those that the gate holds apart from those measured with `persist: false`: the
 * newest of each target can be decided in place, and all of them are in a folded list (rule GATE-4).
 */
export function HeldBlock(props: { chipId: string; held: Held; measurements: number }) {
  const { chipId, held, measurements } = props;
  const isChosen = (one: HeldItem) => isMeasuredOnly({ ...one, state: 'held' });
  const gateHeld = {
    title: 'Held',
    total: held.total - held.measured_only,
    items: held.items.filter((one) => !isChosen(one)),
  };
  const notAccepted = {
    title: 'Measured, not accepted',
    total: held.measured_only,
    items: held.items.filter(isChosen),
  };
  // Older measurements may wait although no newest value does.
  const drawn = held.total === 0 ? [gateHeld] : [gateHeld, notAccepted].filter(({ total }) => total > 0);
  return drawn.map(({ title, total, items }, n) => {
    const shown = items.slice(0, firstRows);
    return (
      <Block key={title} title={title} count={total}>
        {shown.length > 0 && (
          <ul className={styles.heldRows}>
            {shown.map((one) => (
              <HeldRow key={keyOf(one)} chipId={chipId} one={one} />
            ))}
          </ul>
        )}
        <Rest total={total} shown={shown.length} />
        {measurements > 1 && n === drawn.length - 1 && (
          <Fold summary={`All ${measurements} waiting measurements`} className={styles.fold} opened={held.total === 0}>
            <Suspense>
              <HeldValues chipId={chipId} />
            </Suspense>
          </Fold>
        )}
      </Block>
    );
  });
}

const keyOf = ({ id, metric }: HeldItem): string => `${id} ${metric}`;

function HeldRow({ chipId, one }: { chipId: string; one: HeldItem }) {
  const config = useQuery(metricsConfigQuery());
  // The list is there already: the overview waits for it.
  const list = useQuery(heldQuery(chipId)).data;
  const listed = list && heldValuesOf(list).find(({ id, metric }) => id === one.id && metric === one.metric);
  const change = listed?.change ?? null;
  const display = displayOf(config.data, one.kind, one.metric);
  return (
    <li>
      <strong>
        <TargetLink chipId={chipId} kind={one.kind} id={one.target_id} /> {display.title}
      </strong>
      <span>
        {change?.before && (
          <>
            <SideValue side={change.before} display={display} /> →{' '}
          </>
        )}
        <MetricQuantity display={display} stored={one} />
        {change?.score && ` ${scoreText(change)}`}
      </span>
      <span className={styles.told}>
        {heldReason({ ...one, change }, display)} {one.task_id && <FitLink taskId={one.task_id} />}
      </span>
      <span className={styles.rowActions}>
        <HeldActions
          quiet
          chipId={chipId}
          one={one}
          name={`${targetLabel(one.kind, one.target_id)} ${display.title}`}
        />
      </span>
    </li>
  );
}
