import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CryostatStatus } from '../../../ui/components/status.tsx';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Cooldown, Cryostat } from '../../../ui/lib/api/wire.ts';
import { formatDayAt } from '../../../ui/lib/format/time.ts';
import { useNow } from '../../../ui/lib/hooks/use-now.ts';
import { useWidth } from '../../../ui/lib/hooks/use-width.ts';
import { classNames } from '../../../values/lib/look/class-names.ts';
import {
  chipHeight,
  frameOf,
  nameHeight,
  type TimeFrame,
  type TimelineBar,
  timelineBars,
} from '../../lib/cooldown-timeline.ts';
import { warmthText } from '../../lib/time-cold.ts';
import { timeTicks } from '../../lib/time-ticks.ts';
import styles from './timeline.module.css';

/** The id of the bar of a cool-down, to which the focus goes back from its panel. */
export const barId = (cooldownId: string): string => `cooldown-bar-${cooldownId}`;

const refreshMilliseconds = 60_000;

interface TrackProps {
  cooldowns: readonly Cooldown[];
  frame: TimeFrame;
  now: number;
  selected: string | undefined;
  onOpen: () => void;
}

/**
 * A row for each cryostat: its state, and its cool-downs on one time scale, with a lane for each chip that was in it.
 */
export function Timeline(props: {
  cryostats: readonly Cryostat[];
  cooldowns: readonly Cooldown[];
  selected: string | undefined;
  /** What can be done with a cryostat. */
  actions: (cryostat: Cryostat) => ReactNode;
  /** A cool-down was opened by its bar. */
  onOpen: () => void;
}) {
  const now = useNow(refreshMilliseconds);
  const frame = frameOf(props.cooldowns, now);
  const ofCryostat = Map.groupBy(props.cooldowns, ({ cryo_id }) => cryo_id);
  return (
    <div className={styles.timeline}>
      <div className={styles.row} aria-hidden="true">
        <span className={styles.corner} />
        <Axis frame={frame} />
      </div>
      <ul className={styles.rows} aria-label="Cryostats">
        {props.cryostats.toSorted(byUse).map((cryostat) => {
          const cooldowns = ofCryostat.get(cryostat.cryo_id) ?? [];
          return (
            <li key={cryostat.cryo_id} className={styles.row}>
              <div className={styles.cryostat}>
                <h2 className={styles.name}>{cryostat.cryo_id}</h2>
                {props.actions(cryostat)}
                <p className={styles.facts}>{[cryostat.name, cryostat.location].filter(Boolean).join(', ')}</p>
                <p className={styles.facts}>
                  <CryostatStatus status={cryostat.status} /> <span>{warmthOf(cryostat, cooldowns, now)}</span>
                </p>
              </div>
              <Track cooldowns={cooldowns} frame={frame} now={now} selected={props.selected} onOpen={props.onOpen} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Cryostats out of use come last; the others in the order of the answer, by id. */
const byUse = (a: Cryostat, b: Cryostat): number =>
  Number(a.status === 'decommissioned') - Number(b.status === 'decommissioned');

/** Of more cool-downs than a page of them holds, the newest are not here. */
const warmthOf = (cryostat: Cryostat, cooldowns: readonly Cooldown[], now: number): string =>
  cooldowns.length === 0 && cryostat.cooldown_count > 0
    ? cryostat.ongoing_cooldown_id === null
      ? 'warm'
      : 'cold'
    : warmthText(cooldowns, now);

function Axis({ frame }: { frame: TimeFrame }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const timeZone = useTimeZone();
  return (
    <div ref={ref} className={styles.axis}>
      {width > 0 &&
        timeTicks(frame, timeZone, width).map(({ at, left, text }) => (
          <span key={at} className={classNames(styles.tick, left > width - 56 && styles.last)} style={{ left }}>
            {text}
          </span>
        ))}
    </div>
  );
}

function Track({ cooldowns, frame, now, selected, onOpen }: TrackProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const timeZone = useTimeZone();
  const { bars, height } = timelineBars(cooldowns, frame, now, width);
  const byId = new Map(cooldowns.map((cooldown) => [cooldown.cooldown_id, cooldown]));
  return (
    <div ref={ref} className={styles.track} style={{ minHeight: Math.max(height, nameHeight + chipHeight) }}>
      {width > 0 &&
        timeTicks(frame, timeZone, width).map(({ at, left }) => (
          <span key={at} className={styles.line} style={{ left }} aria-hidden="true" />
        ))}
      {cooldowns.length === 0 && <p className={styles.none}>No cool-downs</p>}
      {width > 0 &&
        bars.map((bar) => {
          const cooldown = byId.get(bar.id);
          return cooldown && <Bar key={bar.id} {...{ bar, cooldown, now, onOpen }} isSelected={bar.id === selected} />;
        })}
    </div>
  );
}

function Bar(props: { bar: TimelineBar; cooldown: Cooldown; now: number; isSelected: boolean; onOpen: () => void }) {
  const { bar, cooldown } = props;
  const timeZone = useTimeZone();
  const text = timesAndChips(cooldown, timeZone, props.now);
  return (
    <Link
      to="/cryo"
      search={(search) => ({ ...search, cooldown: bar.id })}
      resetScroll={false}
      id={barId(bar.id)}
      title={`${cooldown.cooldown_id}, ${text}`}
      aria-current={props.isSelected || undefined}
      className={classNames(
        styles.bar,
        cooldown.ended_at === null && styles.ongoing,
        props.isSelected && styles.selected,
      )}
      style={{ left: bar.left, width: bar.width, top: bar.top, height: bar.height }}
      onClick={props.onOpen}
    >
      <span className={styles.body}>
        {bar.chips.map((chip) => (
          <span key={chip} className={styles.lane} />
        ))}
      </span>
      <span className={styles.names} data-side={bar.names}>
        <span className={styles.id}>{bar.id}</span>
        {(bar.chips.length === 0 ? ['no chips'] : bar.chips).map((chip) => (
          <span key={chip} className={styles.chip}>
            {chip}
          </span>
        ))}
        <span className="visually-hidden">{text}</span>
      </span>
    </Link>
  );
}

function timesAndChips(cooldown: Cooldown, timeZone: string, now: number): string {
  const from = formatDayAt(cooldown.started_at, timeZone, now);
  const end = cooldown.ended_at === null ? 'ongoing' : `to ${formatDayAt(cooldown.ended_at, timeZone, now)}`;
  return [`from ${from}`, end, ...cooldown.chip_ids.toSorted()].join(', ');
}
