import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import { formatInstant } from '../../ui/lib/format/time.ts';
import { useNow } from '../../ui/lib/hooks/use-now.ts';
import { timeInZones } from '../lib/text.ts';
import styles from './schedules.module.css';

const refreshMilliseconds = 30_000;

/** A planned time in the zone of the pages, and beneath it in its schedule's where that shows another; to the second on hover. */
export function TwoTimes({ at, timeZone }: { at: string; timeZone: string }) {
  const ownZone = useTimeZone();
  const { here, there } = timeInZones(at, timeZone, ownZone, useNow(refreshMilliseconds));
  return (
    <time dateTime={at} title={formatInstant(at, ownZone)}>
      {here}
      {there !== undefined && <span className={styles.there}>{there}</span>}
    </time>
  );
}
