import { suggestion } from '#shared/domain/suggest.ts';
import type { TargetKind } from '../api/wire.ts';
import type { MetricOption } from './metric-choice.ts';

/** That the URL names a metric that does not exist, the one that it may mean and the one that is shown; empty where it does exist. */
export function unknownMetric(
  options: readonly MetricOption[],
  kind: TargetKind,
  requested: string | undefined,
  shown: string | undefined,
): string {
  if (requested === undefined || (kind === 'coupling' && requested === 'none')) return '';
  if (options.length === 0 || options.some(({ display }) => display.key === requested)) return '';
  const titled = options.find(({ display }) => plain(display.title) === plain(requested))?.display.key;
  const hint = titled
    ? `; did you mean '${titled}'?`
    : suggestion(
        requested,
        options.map(({ display }) => display.key),
      );
  return `No ${kind} metric '${requested}'${hint || '.'} Showing ${shown ?? 'none'}`;
}

/** A name by its letters alone: `Readout error` is `readout_error`. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
