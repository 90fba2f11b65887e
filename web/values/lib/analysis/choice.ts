import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import type { ChipMetrics, MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { metricOptions } from '../metrics/metric-choice.ts';
import { type AnalysisSearch, metricNamed } from './search.ts';

/** The metrics that have values on a chip, and the two of them that are analysed. */
export interface AnalysisChoice {
  options: MetricDisplay[];
  display: MetricDisplay;
  against: MetricDisplay;
}

/** The metrics that matter most for a qubit; settings do not measure quality. */
const usual = ['t1', 't2_echo'];

/** The metrics in the URL, else the usual ones, else the first two that have values; undefined if none has. */
export function chooseAnalysed(
  metrics: ChipMetrics,
  config: MetricsConfig,
  search: AnalysisSearch,
): AnalysisChoice | undefined {
  const options = (['qubit', 'coupling'] as const).flatMap((kind) =>
    metricOptions(metrics, config, kind).flatMap(({ measured, display }) => (measured ? [display] : [])),
  );
  const isUsual = ({ key }: MetricDisplay) => usual.includes(key);
  const [first, second = first] = [...options.filter(isUsual), ...options.filter((one) => !isUsual(one))];
  if (!first || !second) return undefined;
  const optionOf = (text: string | undefined) => {
    const named = metricNamed(text);
    return options.find(({ kind, key }) => kind === named?.kind && key === named.key);
  };
  const display = optionOf(search.metric) ?? first;
  return { options, display, against: optionOf(search.against) ?? (display === second ? first : second) };
}

/** The metrics whose cells are requested first: two. This function alone decides which. */
export function metricsAnalysed(config: MetricsConfig, search: AnalysisSearch): string[] {
  const named = [search.metric, search.against].flatMap((text) => metricNamed(text)?.key ?? []);
  const known = Object.keys(config.qubit_metrics);
  return [...new Set([...named, ...usual.filter((key) => known.includes(key)), ...known])].slice(0, 2);
}

/** The analysed metrics whose cells have not been asked for. */
export const analysedLacking = (metrics: ChipMetrics, { display, against }: AnalysisChoice): string[] => [
  ...new Set(
    [display, against].flatMap(({ kind, key }) =>
      Object.hasOwn(kind === 'qubit' ? metrics.qubit_metrics : metrics.coupling_metrics, key) ? [] : [key],
    ),
  ),
];
