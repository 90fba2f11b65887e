import { Link } from '@tanstack/react-router';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { usePastSearch } from '../../../ui/lib/api/past.ts';
import { formatAge, formatInstant } from '../../../ui/lib/format/time.ts';
import { Quantity } from '../../components/quantity/quantity.tsx';
import { classNames } from '../../lib/look/class-names.ts';
import { showParameter, type ValuedTarget } from '../../lib/metrics/target-metrics.ts';
import styles from './target-rows.module.css';

/** One current value with its uncertainty and age, or a faulty mark; leads to its history. */
export function TargetValue(props: {
  chipId: string;
  target: ValuedTarget;
  display: MetricDisplay;
  now: string;
  timeZone: string;
}) {
  const { target, display } = props;
  const past = usePastSearch();
  const parameter = target.data[display.key];
  const isFaulty = target.faulty.includes(display.key);
  if (!parameter && !isFaulty) return <span className={styles.none}>–</span>;
  const shown = parameter && !isFaulty ? showParameter(parameter, display, props.now) : undefined;
  const unit = shown && shown.unit !== display.unit ? shown.unit : '';
  return (
    <Link
      to={display.kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target'}
      params={{ chipId: props.chipId, target: target.qid }}
      search={{ metric: display.key, ...past }}
      className={styles.value}
      // Hundreds of tab stops would bar the way: with the keyboard, the row's head leads to the same history.
      tabIndex={-1}
      title={parameter ? formatInstant(parameter.calibrated_at, props.timeZone) : undefined}
    >
      {shown ? (
        <>
          <strong>
            <Quantity value={shown.drawn} error={shown.spread} unit={unit} />
          </strong>
          <span className={classNames(shown.state === 'stale' && styles.stale)}>
            {formatAge(shown.ageSeconds)}
            {shown.state === 'stale' && (
              <>
                <Icon name="clock" size={12} />
                <span className="visually-hidden">stale</span>
              </>
            )}
          </span>
        </>
      ) : (
        <span className={styles.faulty}>faulty</span>
      )}
    </Link>
  );
}
