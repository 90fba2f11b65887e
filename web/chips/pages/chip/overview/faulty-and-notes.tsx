import { useQuery } from '@tanstack/react-query';
import { EventList } from '../../../../notes/components/event-list.tsx';
import type { ChipOverview } from '../../../../statistics/lib/overview/queries.ts';
import { metricsConfigQuery } from '../../../../ui/lib/api/queries.ts';
import { displayOf } from '../../../../values/lib/metrics/metric-display.ts';
import { TargetLink } from '../../../components/target-link.tsx';
import { Block, Rest } from './block.tsx';
import styles from './overview.module.css';

const firstTargets = 12;

/** All values that are marked faulty, of any age. */
export function FaultyBlock({ chipId, faulty }: { chipId: string; faulty: ChipOverview['faulty'] }) {
  const config = useQuery(metricsConfigQuery());
  const shown = faulty.items.slice(0, firstTargets);
  return (
    <Block title="Faulty" count={faulty.total}>
      <p className={styles.row}>
        {faulty.by_metric.map(({ kind, metric, count, of }) => (
          <span key={`${kind} ${metric}`}>
            {displayOf(config.data, kind, metric).title} <strong>{count}</strong> of {of}
          </span>
        ))}
      </p>
      <p className={styles.row}>
        {shown.map((one) => (
          <span key={`${one.kind} ${one.target_id} ${one.metric}`}>
            <TargetLink chipId={chipId} kind={one.kind} id={one.target_id} />{' '}
            {displayOf(config.data, one.kind, one.metric).title}
          </span>
        ))}
      </p>
      <Rest total={faulty.total} shown={shown.length} />
    </Block>
  );
}

const firstNotes = 3;

/** The newest notes since then. */
export function NotesBlock({ chipId, notes }: { chipId: string; notes: ChipOverview['notes'] }) {
  const shown = notes.items.slice(0, firstNotes);
  return (
    <Block title="Notes" count={notes.total}>
      <EventList label={`Notes on ${chipId}`} events={shown} />
      <Rest total={notes.total} shown={shown.length} />
    </Block>
  );
}
