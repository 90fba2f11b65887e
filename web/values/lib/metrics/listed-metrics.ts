import { isElementKind } from '#shared/chips/rules/target-kinds.ts';
import type { MetricDefinition, MetricsConfig, TargetKind } from '../../../ui/lib/api/wire.ts';

/** The metrics of the catalogue on a kind of target; of elements it lists none. */
export const listedMetrics = (config: MetricsConfig, kind: TargetKind): Record<string, MetricDefinition> =>
  isElementKind(kind) ? {} : config[`${kind}_metrics`];
