import { isElementKind } from '#shared/chips/rules/target-kinds.ts';
import type { MetricDefinition, MetricsConfig, TargetKind } from '../../../ui/lib/api/wire.ts';

/** The text for a value that was measured, by choice, without becoming current (rule GATE-12). */
export const measuredOnlyText = 'measured, not accepted';

/** Whether a value waits by a user's choice, and not because it is unlikely. */
export const isMeasuredOnly = (mark: { state: string; because?: string | undefined }): boolean =>
  mark.state === 'held' && mark.because === 'measured_only';

/** The metrics of the catalogue on a kind of target; of elements it lists none. */
export const listedMetrics = (config: MetricsConfig, kind: TargetKind): Record<string, MetricDefinition> =>
  isElementKind(kind) ? {} : config[`${kind}_metrics`];
