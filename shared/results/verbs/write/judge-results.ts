import { targetName } from '../../../chips/rules/target-kinds.ts';
import type { HeldValue, TargetRecord } from '../../../chips/store/chips.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import type { ExecutionRecord } from '../../../runs/store/executions.ts';
import { judgeTaskValue, type KnownOfMetric } from '../../../statistics/rules/judge-measured.ts';
import type { SeriesLevel } from '../../../statistics/rules/series-level.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import { isAhead } from '../../../values/rules/clock-ahead.ts';
import { keyProblem } from '../../../values/rules/gate-keys.ts';
import type { GateMark, GateMode } from '../../../values/rules/gate-mark.ts';
import { hasOpenUnit } from '../../../values/rules/manual-value.ts';
import type { ValueLimits } from '../../../values/rules/own-limits.ts';
import { levelsIn } from '../../../values/store/target-levels.ts';
import { isFaulty, measuredStateOf } from '../../../values/verbs/measured/target-values.ts';
import { type TaskResultRecord, targetOf } from '../../store/task-results.ts';
import type { Found } from './read-batch.ts';

/** Results of a batch whose marks are set here. */
type Judgeable = { result: TaskResultRecord };

/**
 * Judges the values of completed results in the order of their ends, each against the values that count by then (rule
 * GATE-2), and marks them. Answers the new held values of each target that changes. Without a gate only impossible
 * values are marked. Trials change nothing and are not judged.
 */
export function judgeResults(
  found: Found,
  { gate: mode = 'off', limits: own }: Pick<ExecutionRecord, 'gate' | 'limits'>,
  results: readonly Judgeable[],
  now: string,
): Map<string, Record<string, HeldValue>> {
  const judged = new Map<string, Record<string, HeldValue>>();
  const inOrder = results
    .filter(({ result }) => result.status === 'completed' && !result.trial)
    .toSorted((a, b) => ((a.result.endAt ?? '') < (b.result.endAt ?? '') ? -1 : 1));
  const known = new Map<string, KnownTarget>();
  for (const write of inOrder) {
    const ref = targetOf(write.result);
    const name = ref && targetName(ref);
    const record = name === undefined ? undefined : found.targets.get(name);
    if (name === undefined || !record) continue;
    const levels = levelsIn(found.levels.get(name), found.chip?.currentCooldownId);
    const limits = { technology: found.chip?.technology, own };
    const target = known.get(name) ?? new KnownTarget(record, levels, { now, limits });
    known.set(name, target);
    const gateMarks = target.judge(write.result, mode);
    if (Object.keys(gateMarks).length > 0) write.result = { ...write.result, gateMarks };
  }
  for (const [name, { held, isChanged }] of known) if (isChanged) judged.set(name, Object.fromEntries(held));
  return judged;
}

/** T1 before T2, of which the latter is held where both were measured at once (rule STAT-25). */
const inJudgedOrder = (outputs: TaskResultRecord['outputParameters']) =>
  Object.entries(outputs).toSorted(([one], [other]) => Number(one !== 't1') - Number(other !== 't1'));

/** The unit of a metric that the catalogue leaves open; undefined for any other. */
function unitOf({ metricUnits = {}, outputParameters }: TaskResultRecord, metric: string, kind: TargetRecord['kind']) {
  const isOpen = hasOpenUnit(describeMetric(metric, kind));
  return isOpen ? (ownEntry(metricUnits, metric) ?? ownEntry(outputParameters, metric)?.unit) : undefined;
}

/** What counts and what waits of a target, while a batch is judged. */
class KnownTarget {
  readonly held: Map<string, HeldValue>;
  isChanged = false;
  readonly #kind: TargetRecord['kind'];
  readonly #limits: ValueLimits;
  readonly #standing = new Map<string, NonNullable<KnownOfMetric['standing']>>();
  /** When what counts was measured, values and faulty marks. */
  readonly #since: Map<string, string>;

  readonly #levels: Readonly<Record<string, SeriesLevel>>;

  constructor(
    { kind, data, faulty, held = {} }: TargetRecord,
    levels: Readonly<Record<string, SeriesLevel>>,
    { now, limits }: { now: string; limits: ValueLimits },
  ) {
    this.#kind = kind;
    this.#limits = limits;
    this.#levels = levels;
    this.held = new Map(Object.entries(held));
    this.#since = new Map(Object.entries(faulty).filter(([, at]) => !isAhead(at, now)));
    for (const [metric, { value, error, unit, calibratedAt: at }] of Object.entries(data)) {
      this.#standing.set(metric, { value, error, unit, at });
      if (!isAhead(at, now)) this.#since.set(metric, at);
    }
  }

  /** The marks of a result, by metric. */
  judge(result: TaskResultRecord, mode: GateMode): Record<string, GateMark> {
    const marks = inJudgedOrder(result.outputParameters).flatMap(([metric, output]) => {
      if (keyProblem(metric, this.#kind) !== undefined) return [];
      const { value, error, unit } = output;
      const at = result.endAt ?? '';
      const shots = Number(ownEntry(result.runParameters, 'shots')?.value) || undefined;
      const arriving = { value, error, unit, at, r2: result.r2, shots, persist: result.persist };
      const definition = describeMetric(metric, this.#kind, unitOf(result, metric, this.#kind));
      const { mark, confirms } = judgeTaskValue(arriving, definition, (name) => this.#of(name), mode, this.#limits);
      const waiting = confirms ? this.held.get(metric) : undefined;
      const { taskId, sampleId, at: heldAt = '' } = waiting ?? {};
      const full = mark && { ...mark, ...(waiting && { confirms: { taskId, sampleId, at: heldAt } }) };
      this.#take(result, metric, full);
      return full ? [[metric, full] as const] : [];
    });
    return Object.fromEntries(marks);
  }

  #of(metric: string): KnownOfMetric {
    const level = ownEntry(this.#levels, metric);
    return { standing: this.#standing.get(metric), held: this.held.get(metric), level };
  }

  /** What counts or waits from now on. */
  #take(result: TaskResultRecord, metric: string, mark: GateMark | undefined): void {
    const output = ownEntry(result.outputParameters, metric);
    const at = result.endAt ?? '';
    const waits = this.held.get(metric);
    if (output && mark?.state === 'held') {
      if ((waits && waits.at > at) || (this.#since.get(metric) ?? '') >= at) return;
      const { value, error, unit } = output;
      this.#hold(metric, { value, error, unit, at, because: mark.because, taskId: result.taskId });
      return;
    }
    const marks = mark ? { [metric]: mark } : undefined;
    const state = output && measuredStateOf({ ...result, gateMarks: marks }, metric, output, this.#kind, undefined);
    if (!state) return;
    // What is newer and counts leaves nothing to be asked of the target; the list has it still.
    if (waits && waits.at < at) this.#hold(metric, undefined);
    if ((this.#since.get(metric) ?? '') >= at) return;
    this.#since.set(metric, at);
    if (isFaulty(state)) this.#standing.delete(metric);
    else this.#standing.set(metric, { value: state.value, error: state.error, unit: state.unit, at });
  }

  #hold(metric: string, value: HeldValue | undefined): void {
    this.isChanged = true;
    if (value) this.held.set(metric, value);
    else this.held.delete(metric);
  }
}
