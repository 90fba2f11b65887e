import { useCalendarZone } from '../../../ui/lib/api/time-zone.ts';
import { calendarMonths } from '../../../ui/lib/format/months.ts';
import { formatDay } from '../../../ui/lib/format/time.ts';
import { useNow } from '../../../ui/lib/hooks/use-now.ts';
import styles from './days.module.css';

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** Days with changes by month, as on the sheet of a calendar; the days between them cannot be pressed. */
export function DayCalendar(props: { days: readonly string[]; chosen: string; onChoose: (day: string) => void }) {
  const [timeZone, now] = [useCalendarZone(), useNow(undefined)];
  return calendarMonths(props.days).map(({ title, days, column }) => (
    <div key={title} className={styles.month}>
      <h3>{title}</h3>
      <div className={styles.week} aria-hidden="true">
        {weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ul className={styles.days}>
        {days.map(({ day, isGiven }, index) => (
          <li key={day} style={index === 0 ? { gridColumnStart: column } : undefined}>
            {isGiven ? (
              <button
                type="button"
                className={styles.day}
                aria-current={day === props.chosen ? 'date' : undefined}
                aria-label={formatDay(day, timeZone, now)}
                onClick={() => props.onChoose(day)}
              >
                {Number(day.slice(8))}
              </button>
            ) : (
              <span className={styles.without} aria-hidden="true">
                {Number(day.slice(8))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  ));
}
