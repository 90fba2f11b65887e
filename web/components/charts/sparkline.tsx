import { curveIn, type RecentValue } from '../../lib/metrics/recent.ts';
import styles from './sparkline.module.css';

const width = 96;
const height = 18;
const box = { width, height, inset: 3 };

/** A few values as a curve without axes, the newest marked: how it went, at a glance. Its place is as large before it comes. */
export function Sparkline(props: {
  /** Says what it shows, for screen readers and whoever points at it. */
  label: string;
  values: readonly RecentValue[];
  isLog: boolean;
}) {
  const points = curveIn(props.values, { ...box, isLog: props.isLog });
  const last = points.at(-1);
  // One value is no course of it.
  if (!last || points.length < 2) return <span className={styles.room} />;
  return (
    <svg className={styles.room} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={props.label}>
      <title>{props.label}</title>
      <polyline className={styles.curve} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      <circle className={styles.newest} cx={last.x} cy={last.y} r={2} />
    </svg>
  );
}
