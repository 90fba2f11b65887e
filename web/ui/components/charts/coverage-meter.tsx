import styles from './coverage-meter.module.css';

interface Counts {
  fresh: number;
  stale: number;
  faulty: number;
  total: number;
}

/** The bar of a metric in a table, and how many of all targets have a value. */
export function CoverageCell(props: { title: string; counts: Counts; present: number }) {
  const words = `${props.present} of ${props.counts.total}`;
  return (
    <span className={styles.cell}>
      <CoverageMeter title={props.title} counts={props.counts} words={words} />
      {words}
    </span>
  );
}

/** How many targets have a fresh, a stale and a faulty value, as a bar over all of them. */
export function CoverageMeter(props: { title: string; counts: Counts; words: string }) {
  const { counts } = props;
  const share = (count: number) => ({ width: `${(100 * count) / Math.max(1, counts.total)}%` });
  return (
    // biome-ignore lint/a11y/useSemanticElements: the browser's meter cannot show two tones
    <div
      className={styles.meter}
      role="meter"
      aria-label={`Coverage of ${props.title}`}
      aria-valuemin={0}
      aria-valuemax={counts.total}
      aria-valuenow={counts.fresh + counts.stale}
      aria-valuetext={props.words}
    >
      <span className={styles.fresh} style={share(counts.fresh)} />
      <span className={styles.stale} style={share(counts.stale)} />
      <span className={styles.faulty} style={share(counts.faulty)} />
    </div>
  );
}
