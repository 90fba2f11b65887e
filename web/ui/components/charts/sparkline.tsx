import { curveIn, joinedRuns, type RecentValue } from '../../../values/lib/metrics/recent.ts';
import styles from './sparkline.module.css';

const width = 96;
const height = 18;
const box = { width, height, inset: 3 };

/** A few values as a curve without axes, the newest marked: how it went, at a glance. Its place is as large before it comes. */
export function Sparkline(props: {
  /** A description for screen readers and the tooltip. */
  label: string;
  values: readonly RecentValue[];
  isLog: boolean;
  /** From where on it is drawn, and how far apart values may be that are joined, in milliseconds: between others there is nothing. */
  range?: { from: number; joinedWithin: number };
}) {
  const { label, values, isLog, range } = props;
  const points = curveIn(values, { ...box, isLog, from: range?.from });
  const last = points.at(-1);
  // One value alone does not make a curve.
  if (!last || points.length < 2) return <span className={styles.room} />;
  const runs = joinedRuns(values, range?.joinedWithin);
  return (
    <svg className={styles.room} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <title>{label}</title>
      {runs.map((run) => {
        const own = points.slice(...run);
        const [alone] = own;
        return own.length > 1 ? (
          <polyline key={run[0]} className={styles.curve} points={own.map(({ x, y }) => `${x},${y}`).join(' ')} />
        ) : (
          alone !== last && <circle key={run[0]} className={styles.alone} cx={alone?.x} cy={alone?.y} r={1} />
        );
      })}
      <circle className={styles.newest} cx={last.x} cy={last.y} r={2} />
    </svg>
  );
}
