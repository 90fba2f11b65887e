import { useTimeZone } from '../../lib/api/time-zone.ts';
import { timeInZones } from '../../lib/schedules/text.ts';
import styles from './schedules.module.css';

/** An instant in a schedule's zone, and beneath it in the zone of the pages where that differs. */
export function TwoTimes({ at, timeZone }: { at: string; timeZone: string }) {
  const { there, here } = timeInZones(at, timeZone, useTimeZone());
  return (
    <time dateTime={at}>
      {there}
      {here !== undefined && <span className={styles.here}>{here}</span>}
    </time>
  );
}
