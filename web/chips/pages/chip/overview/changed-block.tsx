import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { RunLink } from '../../../../runs/components/run-link.tsx';
import { changeText, isTooSmall, scoreText } from '../../../../statistics/lib/differences/words.ts';
import type { ChipOverview } from '../../../../statistics/lib/overview/queries.ts';
import { chanceText } from '../../../../statistics/lib/overview/words.ts';
import { usePast } from '../../../../ui/lib/api/past.ts';
import { metricsConfigQuery } from '../../../../ui/lib/api/queries.ts';
import { plural } from '../../../../ui/lib/format/words.ts';
import { toggled } from '../../../../ui/lib/url/toggled.ts';
import { FitLink } from '../../../../values/components/held/fit-link.tsx';
import { SideValue } from '../../../../values/components/quantity/side-value.tsx';
import { targetLabel } from '../../../../values/lib/metrics/cells.ts';
import { displayOf } from '../../../../values/lib/metrics/metric-display.ts';
import { TargetLink } from '../../../components/target-link.tsx';
import { Block, Rest } from './block.tsx';
import { Course } from './course.tsx';
import styles from './overview.module.css';

// Loaded once something is ticked.
const TickedChanges = lazy(() => import('./ticked-changes.tsx').then((module) => ({ default: module.TickedChanges })));

const route = getRouteApi('/app/chips/$chipId');
const firstRows = 8;

/** What scored 3 or more, the largest first, with how many of these chance makes by itself. */
export function ChangedBlock(props: { chipId: string; changed: ChipOverview['changed']; since: string }) {
  const { chipId, changed, since } = props;
  const config = useQuery(metricsConfigQuery());
  const { sel } = route.useSearch();
  const asOf = usePast()?.asOf;
  const navigate = route.useNavigate();
  const relevant = changed.items.filter((one) => !isTooSmall(one));
  const small = changed.items.length - relevant.length;
  const shown = relevant.slice(0, firstRows);
  const wanted = new Set(sel?.split(','));
  const ticked = shown.filter(({ target_id: id }) => wanted.has(id));
  const change = (next: (before: string | undefined) => string | undefined) =>
    void navigate({
      search: (search) => ({ ...search, sel: next(search.sel) }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Block title="Changed" count="> 3 σ">
      <ul className={styles.changedRows}>
        {shown.map((one) => {
          const display = displayOf(config.data, one.kind, one.metric);
          return (
            <li key={`${one.kind} ${one.target_id} ${one.metric}`}>
              <input
                type="checkbox"
                className={styles.tick}
                aria-label={`Tick ${targetLabel(one.kind, one.target_id)}, ${display.title}`}
                checked={wanted.has(one.target_id)}
                onChange={() => change((before) => toggled(before, one.target_id))}
              />
              <strong>
                <TargetLink chipId={chipId} kind={one.kind} id={one.target_id} /> {display.title}
              </strong>
              <span>
                <SideValue side={one.before} display={display} /> → <SideValue side={one.after} display={display} />
              </span>
              <span className={styles.number}>{changeText(one, display)}</span>
              <strong className={styles.number}>{scoreText(one)}</strong>
              <Course chipId={chipId} kind={one.kind} id={one.target_id} metric={one.metric} />
              <span className={styles.told}>
                {one.direction ?? ''}{' '}
                {one.after?.held && one.after.task_id ? (
                  <FitLink taskId={one.after.task_id} />
                ) : (
                  <RunLink executionId={one.after?.execution_id} otherwise={one.after?.source ?? ''} />
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <Rest total={changed.total - small} shown={shown.length} />
      <p className={styles.note}>
        {small > 0 && `${plural(small, 'change')} too small to matter. `}
        {chanceText(changed)}.{' '}
        <Link
          to="/chips/$chipId/differences"
          params={{ chipId }}
          search={{ before: `at:${since}`, after: asOf && `at:${asOf}` }}
        >
          Map of changes
        </Link>
      </p>
      <Suspense>
        {ticked.length > 0 && <TickedChanges chipId={chipId} ticked={ticked} onClear={() => change(() => undefined)} />}
      </Suspense>
    </Block>
  );
}
