import { folded } from '#shared/kernel/rules/folded.ts';
import type { TargetKind } from '../../../ui/lib/api/wire.ts';
import { unknownName } from '../../../ui/lib/url/unknown.ts';
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
  if (titled) return `No ${kind} metric '${requested}'; did you mean '${titled}'? Showing ${shown ?? 'none'}`;
  return unknownName(
    `${kind} metric`,
    requested,
    options.map(({ display }) => display.key),
    shown,
  );
}

/** A name by its letters alone: `Readout error` is `readout_error`. */
const plain = (text: string): string => folded(text).replace(/[^a-z0-9]/g, '');
