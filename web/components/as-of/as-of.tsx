import type { ReactNode } from 'react';
import { writeDay } from '#shared/domain/calendar.ts';
import { PastReason } from '../../lib/api/past.ts';
import { formatDate, formatPlanned } from '../../lib/format/time.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { asOfDate, dayBeside } from '../../lib/url/as-of.ts';
import { Button } from '../button.tsx';
import styles from './as-of.module.css';

/** Within it nothing is written where the page shows the past: it would be of now, and not of what is seen. */
export function WritingOff({ isPast, children }: { isPast: boolean; children: ReactNode }) {
  return (
    <PastReason value={isPast ? 'This is how it was. Go back to now to change anything' : undefined}>
      {children}
    </PastReason>
  );
}

/** Says that a page shows the past, and goes a day back, a day on, or back to now. Nothing where it shows now. */
export function AsOfBar(props: {
  /** A day, which means its end, or an instant. */
  at: string | undefined;
  timeZone: string;
  /** What of a day is seen. */
  ofDay?: string;
  onChange: (day: string | undefined) => void;
}) {
  const { at, timeZone, ofDay = 'end of day', onChange } = props;
  const now = useNow(undefined);
  if (at === undefined) return null;
  const day = asOfDate(at, timeZone);
  const isDay = day === at;
  const next = dayBeside(day, 1);
  const isLast = next > formatDate(new Date(now).toISOString(), timeZone);
  return (
    <section className={styles.bar} aria-label="As of a past time">
      <p>
        <strong>{isDay ? `${writeDay(day)}, ${ofDay}` : formatPlanned(at, timeZone)}</strong> ({timeZone}). Nothing is
        written while you look at the past
      </p>
      <div className={styles.steps}>
        <Button small aria-label="A day earlier" onClick={() => onChange(dayBeside(day, -1))}>
          ←
        </Button>
        <Button
          small
          aria-label="A day later"
          disabledReason={isLast ? 'The next day is yet to come' : undefined}
          onClick={() => onChange(next)}
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
