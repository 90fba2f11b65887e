import { drawValue, type MetricDisplay, writeStatistic } from '#shared/values/rules/cell/display.ts';
import { writeQuantity } from '#shared/values/rules/cell/quantity.ts';
import styles from './quantity.module.css';

/** A measured value; its uncertainty is null or 0 if it is unknown. */
interface Measured {
  value: number;
  error: number | null;
  unit: string;
}

/**
 * A number as every page writes it (rule SHOW-12): concise to the eye, with ± on hover, on focus and for screen
 * readers.
 */
export function Quantity({ value, error, unit }: Measured) {
  const { concise, spelled, tail } = writeQuantity(value, error, unit);
  const text = (
    <>
      <Digits text={concise} />
      {tail.replace('\u00a0', ' ')}
    </>
  );
  if (spelled === concise) return <span className={styles.quantity}>{text}</span>;
  return (
    <span className={styles.quantity} role="img" aria-label={spelled + tail} data-spelled={spelled + tail}>
      {text}
    </span>
  );
}

/** A stored value of a metric, in the unit that it is drawn in. */
export function MetricQuantity({ display, stored }: { display: MetricDisplay; stored: Measured }) {
  const { drawn, spread, unit } = drawValue(display, stored);
  return <Quantity value={drawn} error={spread} unit={unit} />;
}

/** A statistic of the drawn values of many targets; `bare` beneath a head that has the unit. */
export function Statistic({ display, drawn, bare }: { display: MetricDisplay; drawn: number; bare?: boolean }) {
  const { concise, tail } = writeStatistic(bare ? { ...display, unit: '' } : display, drawn);
  return (
    <span className={styles.quantity}>
      <Digits text={concise} />
      {tail.replace('\u00a0', ' ')}
    </span>
  );
}

/** Fraction digits in groups of three, separated by margins, so that a copy contains digits only. */
function Digits({ text }: { text: string }) {
  const [, whole = '', fraction = '', rest = ''] = /^([^.]*\.)(\d+)(.*)$/.exec(text) ?? [];
  // A single digit is not set apart from three.
  if (fraction.length <= 4) return text;
  return (
    <>
      {whole}
      {(fraction.match(/\d{1,3}/g) ?? []).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups are told apart by their place alone
        <span key={index} className={styles.group}>
          {group}
        </span>
      ))}
      {rest}
    </>
  );
}
