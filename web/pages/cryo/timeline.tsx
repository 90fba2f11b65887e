import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { Cooldown, Cryostat } from '../../lib/api/wire.ts';
import { frameOf, type TimeFrame, timelineBars } from '../../lib/cooldowns/cooldown-timeline.ts';
import { formatDayAt } from '../../lib/format/time.ts';
import { useWidth } from '../../lib/hooks/use-width.ts';
import { classNames } from '../../lib/look/class-names.ts';
import styles from './timeline.module.css';

/** Room between two lanes, a bar's height included. */
const laneHeight = 32;

/** Cool-downs of each cryostat as bars on one scale of time; a bar leads to its cool-down. */
export function Timeline(props: {
  cryostats: readonly Cryostat[];
  cooldowns: readonly Cooldown[];
  selected: string | undefined;
}) {
  const { cryostats, cooldowns } = props;
  const timeZone = useTimeZone();
  const [now] = useState(() => Date.now());
  const frame = frameOf(cooldowns, now);
  return (
    <div className={styles.rows}>
      <ul className={styles.rows} aria-label="Timeline of cool-downs">
        {cryostats.map((cryostat) => (
          <li key={cryostat.cryo_id} className={styles.row}>
            <span className={styles.name}>{cryostat.cryo_id}</span>
            <Track
              cooldowns={cooldowns.filter((cooldown) => cooldown.cryo_id === cryostat.cryo_id)}
              frame={frame}
              now={now}
              selected={props.selected}
            />
          </li>
        ))}
      </ul>
      <div className={styles.row} aria-hidden="true">
        <span />
        <span className={styles.dates}>
          {[frame.from, (frame.from + frame.to) / 2, frame.to].map((time) => (
            <span key={time}>{formatDayAt(new Date(time).toISOString(), timeZone, now)}</span>
          ))}
        </span>
      </div>
    </div>
  );
}

function Track(props: { cooldowns: readonly Cooldown[]; frame: TimeFrame; now: number; selected: string | undefined }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const timeZone = useTimeZone();
  const bars = timelineBars(props.cooldowns, props.frame, props.now, width);
  const lanes = Math.max(1, ...bars.map((bar) => bar.lane + 1));
  const byId = new Map(props.cooldowns.map((cooldown) => [cooldown.cooldown_id, cooldown]));
  return (
    <div ref={ref} className={styles.track} style={{ height: lanes * laneHeight - 4 }}>
      {width > 0 &&
        bars.map((bar) => {
          const cooldown = byId.get(bar.id);
          return (
            <Link
              key={bar.id}
              to="/cryo"
              search={(search) => ({ ...search, cooldown: bar.id })}
              resetScroll={false}
              aria-label={cooldown && accessibleText(cooldown, timeZone, props.now)}
              title={cooldown && accessibleText(cooldown, timeZone, props.now)}
              className={classNames(
                styles.bar,
                cooldown?.ended_at === null && styles.ongoing,
                bar.id === props.selected && styles.selected,
              )}
              style={{ left: bar.left, width: bar.width, top: bar.lane * laneHeight }}
            >
              {bar.id}
            </Link>
          );
        })}
    </div>
  );
}

function accessibleText(cooldown: Cooldown, timeZone: string, now: number): string {
  const end = cooldown.ended_at === null ? 'ongoing' : `to ${formatDayAt(cooldown.ended_at, timeZone, now)}`;
  const count = cooldown.chip_ids.length;
  const from = formatDayAt(cooldown.started_at, timeZone, now);
  return `${cooldown.cooldown_id}: from ${from}, ${end}, ${count === 1 ? '1 chip' : `${count} chips`}`;
}
