import { TARGET_KINDS } from '../../chips/rules/target-kinds.ts';
import { ownEntry } from '../../kernel/rules/own-entry.ts';
import { describeMetric, metricCatalogue } from './catalogue.ts';
import { keyProblem, splitDirection } from './gate-keys.ts';
import { hasOpenUnit } from './manual-value.ts';
import type { Technology } from './technology.ts';
import type { MetricDefinition, MetricTarget } from './types.ts';
import { conversionOf } from './units/conversion.ts';

/** The lowest and the highest value of a metric that a project allows, in `unit`; at least one of them. */
export interface OwnLimit {
  lowest?: number | undefined;
  highest?: number | undefined;
  unit: string;
}

/** Limits that the owner of a project has set, by metric key (rule GATE-10). */
export type OwnLimits = Readonly<Record<string, OwnLimit>>;

/** What decides which values cannot be: the technology of the chip, and the limits of the project before it. */
export interface ValueLimits {
  technology?: Technology | undefined;
  own?: OwnLimits | undefined;
}

/** The limits of a project are copied to each of its runs. */
export const MOST_OWN_LIMITS = 50;

/** The limit of a metric; that of a gate holds for its inverse direction too, unless that has its own. */
export const ownLimitOf = (own: OwnLimits | undefined, metric: string): OwnLimit | undefined =>
  own && (ownEntry(own, metric) ?? ownEntry(own, splitDirection(metric).base));

/** A metric on the kinds of target for which the catalogue has it, else on both. */
function definitionsOf(metric: string): MetricDefinition[] {
  const { base } = splitDirection(metric);
  const listed = metricCatalogue.filter(({ key }) => key === base);
  return listed.length > 0 ? listed : TARGET_KINDS.map((kind) => describeMetric(metric, kind));
}

/** The kinds of target on which a metric has the unit of its first value in a project (rule METRIC-15). */
export const openKindsOf = (metric: string): MetricTarget[] =>
  definitionsOf(metric)
    .filter(hasOpenUnit)
    .map(({ target }) => target);

/** Why a metric cannot have a limit: the end of a sentence. */
export function problemOfLimit(metric: string, { lowest, highest, unit }: OwnLimit): string | undefined {
  if (lowest === undefined && highest === undefined) return 'needs a lowest or a highest value';
  if (lowest !== undefined && highest !== undefined && lowest >= highest)
    return `needs a lowest value below the highest: ${lowest} is not below ${highest}`;
  const definitions = definitionsOf(metric);
  const unkept = definitions.map(({ target }) => keyProblem(metric, target));
  if (!unkept.includes(undefined)) return `cannot be: ${unkept[0]}`;
  if (definitions.some((one) => hasOpenUnit(one) || conversionOf(unit, one.storedUnit))) return undefined;
  const stored = definitions[0]?.storedUnit ?? '';
  return `has values in ${stored === '' ? 'no unit' : `'${stored}'`}, and the unit '${unit}' does not convert`;
}
