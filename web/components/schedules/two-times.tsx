import { browserTimeZone, timeInZones } from '../../lib/schedules/text.ts';
import styles from './schedules.module.css';

/** An instant in a schedule's zone, and beneath it in the reader's own where that differs. */
export function TwoTimes({ at, timeZone }: { at: string; timeZone: string }) {
  const { there, here } = timeInZones(at, timeZone, browserTimeZone());
  return (
    <time dateTime={at}>
      {there}
      {here !== undefined && <span className={styles.here}>{here}, your time</span>}
    </time>
  );
}
