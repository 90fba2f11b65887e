import { useState } from 'react';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { ValueOrigin } from '../../../runs/components/value-origin.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { ValueState } from '../../../ui/components/status.tsx';
import { usePast } from '../../../ui/lib/api/past.ts';
import type { MetricsConfig, Target } from '../../../ui/lib/api/wire.ts';
import { Quantity } from '../../../values/components/quantity/quantity.tsx';
import { showParameter } from '../../../values/lib/metrics/target-metrics.ts';
import { HeldMark } from './held-mark.tsx';
import styles from './target-page.module.css';
import { TargetRank } from './target-rank.tsx';

/** The value that the page is about, with its age, where it came from, its state and its place among the others. */
export function TargetAnswer(props: { chipId: string; target: Target; display: MetricDisplay; config: MetricsConfig }) {
  const { target, display } = props;
  const past = usePast();
  const [opened] = useState(() => new Date().toISOString());
  const now = past?.asOf ?? opened;
  const parameter = target.data[display.key];
  const isFaulty = target.faulty.includes(display.key);
  const shown = parameter && !isFaulty ? showParameter(parameter, display, now) : undefined;
  return (
    <p className={styles.answer}>
      <strong>
        {display.title} {shown ? <Quantity value={shown.drawn} error={shown.spread} unit={shown.unit} /> : '–'}
      </strong>
      {parameter && <RelativeTime at={parameter.calibrated_at} />}
      {parameter && (
        <ValueOrigin taskId={parameter.task_id} executionId={parameter.execution_id} source={parameter.source} />
      )}
      <ValueState state={isFaulty ? 'faulty' : (shown?.state ?? 'missing')} />
      {shown && <TargetRank {...props} target={target.qid} />}
      {/* What waited then is not kept. */}
      {!past && <HeldMark chipId={props.chipId} target={target} display={display} />}
    </p>
  );
}
