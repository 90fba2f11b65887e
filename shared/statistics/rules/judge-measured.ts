import type { GateMark, GateMode } from '../../values/rules/gate-mark.ts';
import { fitManualValue } from '../../values/rules/manual-value.ts';
import type { ValueLimits } from '../../values/rules/own-limits.ts';
import type { MetricDefinition } from '../../values/rules/types.ts';
import { conversionOf } from '../../values/rules/units/conversion.ts';
import { fluctuationOf } from './fluctuation.ts';
import { type Scale, scaleOf, statedError } from './scale.ts';
import { type ScoredValue, scoreOfLevel, scoreOfValues } from './score.ts';
import { levelBefore, type SeriesLevel } from './series-level.ts';
import { judgeT2 } from './t2-limit.ts';
import { confirmsHeld, FEWEST_POINTS, type GatedValue, type GateHistory, gate } from './write-gate.ts';

/** A current, held or new value; with its unit, since a project may use another one than the catalogue. */
export interface JudgedValue extends Pick<GatedValue, 'error' | 'unit'> {
  value: number;
  at: string;
}

/** What a writer knows of a metric when a value of it arrives (docs/decisions/0028-write-gate.md). */
export interface KnownOfMetric {
  /** The value that counts now. */
  standing?: JudgedValue | undefined;
  /** It came with the value that is judged, in one document: neither was there before the other. */
  arrivedTogether?: boolean | undefined;
  /** The newest value that waits. */
  held?: (JudgedValue & Pick<GateMark, 'because'>) | undefined;
  /** The level of its series on past days; undefined without history. */
  level?: SeriesLevel | undefined;
}

/** The judgement of a value: a mark if there is a finding, and whether it agrees with the held one before it. */
export interface JudgedMeasurement {
  mark: Pick<GateMark, 'state' | 'because' | 'points'> | undefined;
  confirms: boolean;
}

const t2Metrics = ['t2_echo', 't2_star'];

/** The metrics that limit one: T1 limits T2, and a T2 says how short T1 cannot be (rule STAT-25). */
export const limitedWith = (metric: string): readonly string[] =>
  metric === 't1' ? t2Metrics : t2Metrics.includes(metric) ? ['t1'] : [];

/**
 * Judges a value as it arrives (rules GATE-2 and STAT-24). Only earlier measurements are considered, also for a late
 * value.
 */
export function judgeMeasured(
  arriving: GatedValue & JudgedValue,
  definition: MetricDefinition,
  allKnown: (metric: string) => KnownOfMetric,
  mode: GateMode,
  limits?: ValueLimits,
): JudgedMeasurement {
  if (mode === 'off') return { mark: undefined, confirms: false };
  const known = (metric: string) => {
    const { level, ...others } = allKnown(metric);
    return { ...others, fluctuation: levelBefore(level, arriving.at) };
  };
  const rejected = mode === 'hold' ? 'faulty' : 'noted';
  const fitted = fitManualValue(definition, { ...arriving, error: arriving.error ?? undefined });
  if ('problem' in fitted) return marked(reasonOf(arriving, definition), rejected);
  const value = { ...arriving, ...fitted, unit: definition.storedUnit };
  const history = historyOf(value, definition, known(definition.key));
  const points = history && history.n >= FEWEST_POINTS ? history.n : undefined;
  const found = gate(value, definition, history, limits);
  if (found.outcome === 'reject') return marked(found.because, rejected, points);
  if (found.outcome === 'faulty') return marked(found.because, 'faulty', points);
  const because = found.outcome === 'hold' ? found.because : byLimit('hold', value, definition.key, known);
  const waiting = mode === 'hold' ? confirmed(value, definition, known(definition.key)) : undefined;
  if (waiting) {
    const { mark } = marked(because ?? waiting.because, 'accepted', points);
    return { mark, confirms: true };
  }
  if (because) return marked(because, mode === 'hold' ? 'held' : 'noted', points);
  const remark = found.outcome === 'note' ? found.because : byLimit('note', value, definition.key, known);
  return remark ? marked(remark, 'noted', points) : { mark: undefined, confirms: false };
}

type Measurement = Parameters<typeof judgeMeasured>;

/** What `judgeMeasured` takes; with `persist` false the value waits for a person, whatever the gate (rule GATE-12). */
type TaskMeasurement = [Measurement[0] & { persist?: boolean | undefined }, ...Parameters<OmitFirst>];
type OmitFirst = (...rest: Measurement extends [unknown, ...infer Rest] ? Rest : never) => void;

/**
 * Judges a value that a task measured. An impossible value never counts, with any gate; one that cannot be read does not replace
 * the current value either, so that it is not a faulty mark.
 */
export function judgeTaskValue(...measured: TaskMeasurement): JudgedMeasurement {
  const [arriving, definition, , mode, limits] = measured;
  const because = whyImpossible(arriving, definition, limits);
  if (arriving.persist === false) return because ? marked(because, 'rejected') : marked('measured_only', 'held');
  if (because === undefined) return judgeMeasured(...measured);
  return mode === 'hold' && isUnderstood(because) ? judgeMeasured(...measured) : marked(because, 'rejected');
}

/** Why a value cannot be; undefined for one that can. */
function whyImpossible(
  arriving: GatedValue & JudgedValue,
  definition: MetricDefinition,
  limits: ValueLimits | undefined,
): GateMark['because'] | undefined {
  const fitted = fitManualValue(definition, { ...arriving, error: arriving.error ?? undefined });
  if ('problem' in fitted) return reasonOf(arriving, definition);
  const found = gate({ ...arriving, ...fitted, unit: definition.storedUnit }, definition, undefined, limits);
  return found.outcome === 'reject' ? found.because : undefined;
}

const isUnderstood = (because: GateMark['because']): boolean =>
  because !== 'unit_of_another_kind' && because !== 'not_a_number';

/** Why a value is impossible for its metric. */
function reasonOf(arriving: GatedValue, definition: MetricDefinition): GateMark['because'] {
  const found = gate(arriving, definition);
  return found.outcome === 'reject' ? found.because : 'unit_of_another_kind';
}

const marked = (because: GateMark['because'], state: GateMark['state'], points?: number): JudgedMeasurement => ({
  mark: { state, because, ...(points === undefined ? {} : { points }) },
  confirms: false,
});

/** The known values of a metric, with the level of the days before the new value. */
type KnownBefore = Omit<KnownOfMetric, 'level'> & { fluctuation: SeriesLevel | undefined };

/** On the scale of the metric; undefined if it has no place there, or a unit of another kind. */
function scored(
  scale: Scale,
  { value, error, unit }: JudgedValue,
  definition: MetricDefinition,
): ScoredValue | undefined {
  const fitted = fitManualValue(definition, { value, error: error ?? undefined, unit });
  if ('problem' in fitted) return undefined;
  const y = scale.toScale(fitted.value);
  const stated = statedError(fitted.error);
  return y === undefined
    ? undefined
    : { y, error: stated === undefined ? undefined : scale.errorOnScale(fitted.value, stated) };
}

function historyOf(
  value: JudgedValue,
  definition: MetricDefinition,
  { standing, fluctuation }: KnownBefore,
): GateHistory | undefined {
  const scale = scaleOf(definition);
  if (!standing || standing.at >= value.at || !fluctuation || scale.kind === 'setting') return undefined;
  const isOfLevel = value.value < 0 === (fluctuation.isNegative ?? false);
  if (scale.kind === 'amplitude' && !(isOfLevel && isSameSign(standing, value))) return undefined;
  const [from, to] = [scored(scale, standing, definition), scored(scale, value, definition)];
  if (!from || !to) return undefined;
  const floor = scale.floor(fluctuation.level ?? 0);
  const toLevel = scoreOfLevel(to, fluctuation, floor);
  return toLevel && { n: fluctuation.n, zToLevel: toLevel.z, zToLast: scoreOfValues(from, to, fluctuation, floor).z };
}

/** The held value before it with which a value agrees; by its kind's fluctuation where there is no history. */
function confirmed(
  value: JudgedValue,
  definition: MetricDefinition,
  { held, fluctuation: known }: KnownBefore,
): KnownOfMetric['held'] {
  const scale = scaleOf(definition);
  // What was measured only waits for a person.
  if (!held || held.because === 'measured_only') return undefined;
  if (held.at >= value.at || scale.kind === 'setting') return undefined;
  if (scale.kind === 'amplitude' && !isSameSign(held, value)) return undefined;
  const [from, to] = [scored(scale, held, definition), scored(scale, value, definition)];
  const prior = scale.prior === undefined ? undefined : { sigma: scale.prior, basis: 'default' as const };
  const fluctuation = known ?? fluctuationOf([], prior, scale);
  if (!from || !to || !fluctuation) return undefined;
  const { z } = scoreOfValues(from, to, fluctuation, scale.floor(fluctuation.level ?? 0));
  return confirmsHeld(z) ? held : undefined;
}

const isSameSign = (one: JudgedValue, other: JudgedValue): boolean => one.value < 0 === other.value < 0;

/** T2 against every earlier T1, or T1 against every earlier T2; the later one is held, which is the new value. */
const limitsOf = (value: JudgedValue, metric: string, known: (metric: string) => KnownBefore) =>
  limitedWith(metric).flatMap((other) => {
    const { standing, fluctuation, arrivedTogether = false } = known(other);
    if (!standing || (standing.at > value.at && !arrivedTogether)) return [];
    const converted = inUnitOf(value, standing);
    if (!converted) return [];
    const own = { ...value, sigma: known(metric).fluctuation?.sigma };
    const against = { ...converted, sigma: fluctuation?.sigma };
    return [metric === 't1' ? judgeT2(own, against) : judgeT2(against, own)];
  });

/** A value in the unit of another one, however either is spelled; undefined for a unit of another kind. */
function inUnitOf({ unit }: JudgedValue, other: JudgedValue): JudgedValue | undefined {
  const conversion = conversionOf(other.unit, unit);
  const value = conversion?.value(other.value);
  if (!conversion || value === undefined) return undefined;
  const stated = statedError(other.error);
  return { ...other, unit, value, error: stated === undefined ? undefined : conversion.size(stated, other.value) };
}

function byLimit(outcome: 'hold' | 'note', ...of: Parameters<typeof limitsOf>): GateMark['because'] | undefined {
  return limitsOf(...of).some((judged) => judged.outcome === outcome) ? 'beyond_twice_t1' : undefined;
}
