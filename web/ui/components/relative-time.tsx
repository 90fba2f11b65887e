import { useState } from 'react';
import { usePast } from '../lib/api/past.ts';
import { useTimeZone } from '../lib/api/time-zone.ts';
import { formatAge, formatInstant, formatMoment } from '../lib/format/time.ts';
import { useNow } from '../lib/hooks/use-now.ts';
import styles from './relative-time.module.css';

/** The interval at which ages are updated on an open page. */
const refreshMilliseconds = 30_000;

/**
 * How long ago an instant was, counted from `from` (ISO 8601; now when absent); the exact time on hover and focus. Where a page shows
 * the past it is how long before that; what came later has its time.
 */
export function RelativeTime({
  at,
  from,
  suffix = ' ago',
}: {
  at: string;
  from?: string | undefined;
  suffix?: string;
}) {
  const timeZone = useTimeZone();
  const [open, setOpen] = useState(false);
  const now = useNow(from === undefined ? refreshMilliseconds : undefined);
  const asOf = usePast()?.asOf;
  const end = from ?? asOf;
  const seconds = ((end ? Date.parse(end) : now) - Date.parse(at)) / 1000;
  const isLater = asOf !== undefined && seconds < 0;
  const isBefore = from === undefined && asOf !== undefined && suffix === ' ago';
  const exact = formatInstant(at, timeZone);
  return (
    <time
      className={styles.moment}
      dateTime={at}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is shown on focus as well as on hover
      tabIndex={0}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      {isLater ? formatMoment(at, timeZone, now) : formatAge(seconds)}
      {isLater || (isBefore ? ' before' : suffix)}
      <span className={open ? styles.exact : 'visually-hidden'}>{exact}</span>
    </time>
  );
}

/** An instant on the clock of the display zone; with its day, seconds and zone on hover. */
export function ClockTime({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const now = useNow(refreshMilliseconds);
  return (
    <time dateTime={at} title={formatInstant(at, timeZone)}>
      {formatMoment(at, timeZone, now)}
    </time>
  );
}
