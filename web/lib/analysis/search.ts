import { isMetricKey } from '#shared/domain/ids.ts';
import type { TargetKind } from '../api/wire.ts';
import { textParam } from '../url/search-params.ts';

/** What the analysis of a chip keeps in its URL: metrics as `qubit t1`, and the target whose history is drawn. */
export interface AnalysisSearch {
  metric?: string | undefined;
  against?: string | undefined;
  target?: string | undefined;
}

export const analysisSearch = (raw: Record<string, unknown>): AnalysisSearch => ({
  metric: textParam(raw.metric),
  against: textParam(raw.against),
  target: textParam(raw.target),
});

/** A metric by its name in the URL; undefined where it is none. */
export function metricNamed(text: string | undefined): { kind: TargetKind; key: string } | undefined {
  const [kind, ...rest] = (text ?? '').split(' ');
  const key = rest.join(' ');
  return (kind === 'qubit' || kind === 'coupling') && isMetricKey(key) ? { kind, key } : undefined;
}
