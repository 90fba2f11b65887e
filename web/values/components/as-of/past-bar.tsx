import type { KeyboardEvent } from 'react';
import { writeDay } from '#shared/kernel/rules/calendar.ts';
import { Button } from '../../../ui/components/button.tsx';
import { formatDate, formatPlanned } from '../../../ui/lib/format/time.ts';
import { useNow } from '../../../ui/lib/hooks/use-now.ts';
import { asOfDate, dayBeside } from '../../../ui/lib/url/as-of.ts';
import { DayStrip } from './day-strip.tsx';
import styles from './past-bar.module.css';

export interface PastBarProps {
  chipId: string;
  /** A day, which means its end, or an instant. */
  at: string;
  timeZone: string;
  /** Which part of a day is shown. */
  ofDay?: string;
  onChange: (day: string | undefined) => void;
}

/**
 * Shows which past time a page shows, the days around it with days of runs marked, and the way back to the present. The
 * left and right arrow keys move by a day.
 */
export function PastBar({ chipId, at, timeZone, ofDay = 'end of day', onChange }: PastBarProps) {
  const now = useNow(undefined);
  const day = asOfDate(at, timeZone);
  const today = formatDate(new Date(now).toISOString(), timeZone);
  const goBy = (days: number) => {
    const next = dayBeside(day, days);
    if (next <= today) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const days = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (days === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goBy(days);
  };
  return (
    <section className={styles.bar} aria-label="As of a past time">
      <p>
        <strong>{day === at ? `${writeDay(day)}, ${ofDay}` : formatPlanned(at, timeZone)}</strong> ({timeZone}). Nothing
        is written while you look at the past
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus, and arrows do what they do */}
      <div className={styles.steps} onKeyDown={onKeyDown}>
        <Button small aria-label="A day earlier" onClick={() => goBy(-1)}>
          ←
        </Button>
        <DayStrip chipId={chipId} day={day} today={today} onChoose={onChange} />
        <Button
          small
          aria-label="A day later"
          disabledReason={day >= today ? 'The next day is yet to come' : undefined}
          onClick={() => goBy(1)}
        >
          →
        </Button>
        <Button small onClick={() => onChange(undefined)}>
          Back to now
        </Button>
      </div>
    </section>
  );
}
