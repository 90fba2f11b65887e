import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SideValue } from '../../../components/quantity/side-value.tsx';
import { RunLink } from '../../../components/run-link.tsx';
import { TargetLink } from '../../../components/target-link.tsx';
import { metricsConfigQuery } from '../../../lib/api/queries.ts';
import { changeText, scoreText } from '../../../lib/differences/words.ts';
import { displayOf } from '../../../lib/metrics/metric-display.ts';
import type { ChipOverview } from '../../../lib/overview/queries.ts';
import { chanceText } from '../../../lib/overview/words.ts';
import { Block, Rest } from './block.tsx';
import styles from './overview.module.css';

const firstRows = 8;

/** What scored 3 or more, the largest first, with how many of these chance makes by itself. */
export function ChangedBlock(props: { chipId: string; changed: ChipOverview['changed']; since: string }) {
  const { chipId, changed, since } = props;
  const config = useQuery(metricsConfigQuery());
  const shown = changed.items.slice(0, firstRows);
  if (changed.total === 0) return null;
  return (
    <Block title="Changed" count="> 3 σ">
      <ul className={styles.rows}>
        {shown.map((one) => {
          const display = displayOf(config.data, one.kind, one.metric);
          return (
            <li key={`${one.kind} ${one.target_id} ${one.metric}`} className={styles.row}>
              <strong>
                <TargetLink chipId={chipId} kind={one.kind} id={one.target_id} /> {display.title}
              </strong>
              <span>
                <SideValue side={one.before} display={display} /> → <SideValue side={one.after} display={display} />
              </span>
              <span>{changeText(one, display)}</span>
              <strong>{scoreText(one)}</strong>
              <span>
                {one.direction ?? ''}{' '}
                <RunLink executionId={one.after?.execution_id} otherwise={one.after?.source ?? ''} />
              </span>
            </li>
          );
        })}
      </ul>
      <Rest total={changed.total} shown={shown.length} />
      <p className={styles.note}>
        {chanceText(changed)}.{' '}
        <Link to="/chips/$chipId/differences" params={{ chipId }} search={{ before: since }}>
          Map of changes
        </Link>
      </p>
    </Block>
  );
}
