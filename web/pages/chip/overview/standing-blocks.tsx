import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EventList } from '../../../components/notes/event-list.tsx';
import { ExactTime, RelativeTime } from '../../../components/relative-time.tsx';
import { RunLink } from '../../../components/run-link.tsx';
import { RunStatus } from '../../../components/status.tsx';
import { TargetLink } from '../../../components/target-link.tsx';
import { metricsConfigQuery } from '../../../lib/api/queries.ts';
import { formatAge } from '../../../lib/format/time.ts';
import { plural } from '../../../lib/format/words.ts';
import { displayOf } from '../../../lib/metrics/metric-display.ts';
import type { ChipOverview } from '../../../lib/overview/queries.ts';
import { Block, Rest } from './block.tsx';
import styles from './overview.module.css';

const firstTargets = 12;

/** What is marked faulty, whenever it was. */
export function FaultyBlock({ chipId, faulty }: { chipId: string; faulty: ChipOverview['faulty'] }) {
  const config = useQuery(metricsConfigQuery());
  if (faulty.total === 0) return null;
  const shown = faulty.items.slice(0, firstTargets);
  return (
    <Block title="Faulty" count={faulty.total}>
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

/** What waits to be accepted; it is decided in the card below. */
export function HeldBlock({ chipId, held }: { chipId: string; held: ChipOverview['held'] }) {
  const config = useQuery(metricsConfigQuery());
  if (held.total === 0) return null;
  const shown = held.items.slice(0, firstTargets);
  return (
    <Block title="Held" count={held.total}>
      <ul className={styles.rows}>
        {shown.map((one) => (
          <li key={`${one.id} ${one.metric}`} className={styles.row}>
            <strong>
              <TargetLink chipId={chipId} kind={one.kind} id={one.target_id} />{' '}
              {displayOf(config.data, one.kind, one.metric).title}
            </strong>
            <span>{one.reason}</span>
          </li>
        ))}
      </ul>
      <Rest total={held.total} shown={shown.length} />
    </Block>
  );
}

/** The last and the next run, and the cool-down that the chip is in. */
export function RunsBlock({ overview }: { overview: ChipOverview }) {
  const { runs, cooldown, as_of: now } = overview;
  const { last, next } = runs;
  return (
    <Block title="Runs" count={runs.total}>
      <p className={styles.row}>
        {last ? (
          <span>
            Last <RunLink executionId={last.execution_id} /> {last.flow_name} <RunStatus status={last.status} />{' '}
            {countsText(last.tasks)}, <RelativeTime at={last.created_at} />
          </span>
        ) : (
          <span>No run yet</span>
        )}
      </p>
      <p className={styles.row}>
        <span>
          {next === null ? (
            <>
              No run is scheduled. <Link to="/schedules">Schedule one</Link>
            </>
          ) : next.at === null ? (
            <>Queued: {next.flow_name}, as soon as the project is free</>
          ) : (
            <>
              Next {next.flow_name} <ExactTime at={next.at} />
            </>
          )}
        </span>
      </p>
      {cooldown && (
        <p className={styles.row}>
          <span>
            <Link to="/cryo">{cooldown.cooldown_id}</Link> in {cooldown.cryo_name ?? cooldown.cryo_id}, cold for{' '}
            {formatAge((Date.parse(now) - Date.parse(cooldown.started_at)) / 1000)}
          </span>
        </p>
      )}
    </Block>
  );
}

function countsText(tasks: Partial<Record<string, number>>): string {
  const { completed = 0, failed = 0 } = tasks;
  const total = Object.values(tasks).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const done = `${completed} of ${plural(total, 'task')} completed`;
  return failed > 0 ? `${done}, ${failed} failed` : done;
}

const firstNotes = 3;

/** The newest notes since then. */
export function NotesBlock({ chipId, notes }: { chipId: string; notes: ChipOverview['notes'] }) {
  if (notes.total === 0) return null;
  const shown = notes.items.slice(0, firstNotes);
  return (
    <Block title="Notes" count={notes.total}>
      <EventList label={`Notes on ${chipId}`} events={shown} />
      <Rest total={notes.total} shown={shown.length} />
    </Block>
  );
}
