import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Fold } from '../../../components/fold.tsx';
import { MetricQuantity } from '../../../components/quantity/quantity.tsx';
import { TargetLink } from '../../../components/target-link.tsx';
import { metricsConfigQuery } from '../../../lib/api/queries.ts';
import { targetLabel } from '../../../lib/metrics/cells.ts';
import { displayOf } from '../../../lib/metrics/metric-display.ts';
import type { ChipOverview } from '../../../lib/overview/queries.ts';
import { Block, Rest } from './block.tsx';
import type { HeldDecision } from './held-dialog.tsx';
import styles from './overview.module.css';
import { RowAct } from './row-act.tsx';

const HeldDialog = lazy(() => import('./held-dialog.tsx').then((module) => ({ default: module.HeldDialog })));
const HeldValues = lazy(() => import('./held-values.tsx').then((module) => ({ default: module.HeldValues })));

type Held = NonNullable<ChipOverview['held']>;
type HeldItem = Held['items'][number];

const firstRows = 6;

/** What waits to be accepted: of a target the newest, each decided where it stands, and folded all that there are (rule GATE-4). */
export function HeldBlock(props: { chipId: string; held: Held; measurements: number }) {
  const { chipId, held, measurements } = props;
  const [decision, setDecision] = useState<HeldDecision>();
  const [isOpen, setOpen] = useState(false);
  const shown = held.items.slice(0, firstRows);
  const begin = (next: HeldDecision) => {
    setDecision(next);
    setOpen(true);
  };
  return (
    <Block title="Held" count={held.total}>
      {shown.length > 0 && (
        <ul className={styles.heldRows}>
          {shown.map((one) => (
            <HeldRow key={keyOf(one)} chipId={chipId} one={one} onDecide={begin} />
          ))}
        </ul>
      )}
      <Rest total={held.total} shown={shown.length} />
      {measurements > 1 && (
        <Fold summary={`All ${measurements} held measurements`} className={styles.fold} opened={shown.length === 0}>
          <Suspense>
            <HeldValues chipId={chipId} />
          </Suspense>
        </Fold>
      )}
      <Suspense>
        {decision && (
          <HeldDialog
            key={`${decision.decision} ${keyOf(decision.one)}`}
            chipId={chipId}
            decision={decision}
            open={isOpen}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Block>
  );
}

const keyOf = ({ id, metric }: HeldItem): string => `${id} ${metric}`;

function HeldRow(props: { chipId: string; one: HeldItem; onDecide: (decision: HeldDecision) => void }) {
  const { chipId, one, onDecide } = props;
  const config = useQuery(metricsConfigQuery());
  const display = displayOf(config.data, one.kind, one.metric);
  const name = `${targetLabel(one.kind, one.target_id)} ${display.title}`;
  const button = (decision: HeldDecision['decision'], label: string) => (
    <RowAct label={label} of={name} onClick={() => onDecide({ decision, one })} />
  );
  return (
    <li>
      <strong>
        <TargetLink chipId={chipId} kind={one.kind} id={one.target_id} /> {display.title}
      </strong>
      <span>
        <MetricQuantity display={display} stored={one} />
      </span>
      <span className={styles.told}>{one.reason}</span>
      <span className={styles.rowActions}>
        {button('accept', 'Accept…')}
        {button('reject', 'Reject…')}
      </span>
    </li>
  );
}
