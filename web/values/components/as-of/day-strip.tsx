import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { runDaysQuery } from '../../../runs/lib/run-days.ts';
import { useCalendarZone } from '../../../ui/lib/api/time-zone.ts';
import { formatDay } from '../../../ui/lib/format/time.ts';
import { useNow } from '../../../ui/lib/hooks/use-now.ts';
import { dayBeside } from '../../../ui/lib/url/as-of.ts';
import styles from './past-bar.module.css';

/** Days to either side. */
const beside = 3;
const offsets = Array.from({ length: 2 * beside + 1 }, (_, n) => n - beside);

/** The days around one, each a press away; those on which the chip has runs are marked. */
export function DayStrip(props: { chipId: string; day: string; today: string; onChoose: (day: string) => void }) {
  const { day, today, onChoose } = props;
  const zone = useCalendarZone();
  const now = useNow(undefined);
  const chosen = useRef<HTMLButtonElement>(null);
  const { data: dates } = useQuery(runDaysQuery(props.chipId));
  const withRuns = useMemo(() => new Set(dates), [dates]);
  return (
    <ul className={styles.days} aria-label="Days around it">
      {offsets.map((offset) => {
        const one = dayBeside(day, offset);
        const hasRuns = withRuns.has(one);
        const isToCome = one > today;
        const name = formatDay(one, zone, now);
        return (
          <li key={offset}>
            <button
              type="button"
              ref={offset === 0 ? chosen : undefined}
              className={styles.day}
              aria-label={hasRuns ? `${name}, with runs` : name}
              title={hasRuns ? `Runs were started on ${name} (${zone})` : name}
              aria-current={offset === 0 ? 'date' : undefined}
              disabled={isToCome}
              onClick={() => {
                onChoose(one);
                // What was pressed becomes the middle.
                chosen.current?.focus();
              }}
            >
              {Number(one.slice(8))}
              {hasRuns && <span className={styles.runs} />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
