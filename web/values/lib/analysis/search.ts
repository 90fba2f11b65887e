import { isMetricKey } from '#shared/kernel/rules/ids.ts';
import type { TargetKind } from '../../../ui/lib/api/wire.ts';
import { pastParam } from '../../../ui/lib/url/as-of.ts';
import { instantParam, textParam } from '../../../ui/lib/url/search-params.ts';

/** What the analysis of a chip keeps in its URL: metrics as `qubit t1`, and the target whose history is drawn. */
export interface AnalysisSearch {
  metric?: string | undefined;
  against?: string | undefined;
  target?: string | undefined;
  /** The day as whose end left them values are analysed, or an instant; absent: now. */
  as_of?: string | undefined;
  /** The part of the history that is looked at: two instants. */
  from?: string | undefined;
  to?: string | undefined;
}

export const analysisSearch = (raw: Record<string, unknown>): AnalysisSearch => ({
  metric: textParam(raw.metric),
  against: textParam(raw.against),
  target: textParam(raw.target),
  as_of: pastParam(raw.as_of),
  from: instantParam(raw.from),
  to: instantParam(raw.to),
});

/** A metric by its name in the URL; undefined if the name is not valid. */
export function metricNamed(text: string | undefined): { kind: TargetKind; key: string } | undefined {
  const [kind, ...rest] = (text ?? '').split(' ');
  const key = rest.join(' ');
  return (kind === 'qubit' || kind === 'coupling') && isMetricKey(key) ? { kind, key } : undefined;
}
