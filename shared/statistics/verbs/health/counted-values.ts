import type { ChipRecord, TargetRecord } from '../../../chips/store/chips.ts';
import { chipAsOf } from '../../../chips/verbs/history/chip-as-of.ts';
import { readChip, readTargets } from '../../../chips/verbs/read-chip.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { isInverted } from '../../../kernel/rules/time-range.ts';
import { cellAt } from '../../../values/rules/cell/state.ts';
import { isGateFidelity } from '../../../values/rules/gate-keys.ts';
import { bestGate } from '../../../values/rules/gates.ts';
import { inOneUnit } from '../../../values/rules/units/one-unit.ts';
import { getHorizons } from '../../../values/store/horizons.ts';
import { freshnessLimits } from '../../../values/verbs/freshness-limits.ts';
import { currentReading, heldReadings, type Reading } from '../../../values/verbs/readings.ts';
import { type FreshnessLimits, freshnessOf } from '../../rules/freshness.ts';
import type { CountedValue } from '../../rules/health/chip-health.ts';
import { gateMetric, type HealthMetric, metricFor, type Quantity } from '../../rules/health/quantities.ts';

/** Which values are wanted: those that were newest at an instant, and were measured since another. */
export interface HealthQuery {
  asOf?: string | undefined;
  startAt?: string | undefined;
  /** Only values of at most this age; `startAt` takes precedence. */
  withinHours?: number | undefined;
}

/** A chip with the values by which its health is judged. */
export interface JudgedChip {
  chip: ChipRecord;
  asOf: string;
  startAt: string | undefined;
  qubits: readonly TargetRecord[];
  couplings: readonly TargetRecord[];
  limits: FreshnessLimits;
  /** The metric that stands for a quantity on this chip. */
  metricFor: (quantity: Quantity) => HealthMetric;
  /** A target's value of a metric; undefined if it is missing, too old, or in a unit of another kind. */
  valueOf: (target: TargetRecord, metric: HealthMetric) => CountedValue | undefined;
  /** Whether a newer value of it waits to be accepted (rule GATE-3); unknown for an instant of the past. */
  isHeld: (target: TargetRecord, metric: HealthMetric) => boolean;
  /** The gate that represents a coupling (rule HEALTH-6); undefined if it has none. */
  gateOf: (coupling: TargetRecord) => CoupledGate | undefined;
}

/** A two-qubit gate of a coupling, with what counts of it. */
export interface CoupledGate {
  metric: HealthMetric;
  value: CountedValue | undefined;
  isHeld: boolean;
}

/**
 * The newest values of a chip that count (rule HEALTH-3), in two sequential reads.
 * @throws ServiceError `not-found`; `invalid` where `startAt` is after the instant of the view.
 */
export async function readJudgedChip(ctx: ProjectContext, chipId: string, query: HealthQuery): Promise<JudgedChip> {
  const asOf = query.asOf ?? ctx.clock().toISOString();
  const startAt = query.startAt ?? hoursBefore(asOf, query.withinHours);
  if (isInverted({ from: startAt, through: asOf })) throw invalid(`start_at '${startAt}' is after the end '${asOf}'`);
  const [{ chip, qubits, couplings }, horizons] = await Promise.all([
    readChipOf(ctx, chipId, query.asOf),
    getHorizons(ctx.db, ctx.projectId, chipId),
  ]);
  const limits = freshnessLimits(ctx, chip, horizons);
  const measured = measuredIn(asOf, startAt);
  const counts = Map.groupBy(
    [...qubits, ...couplings].flatMap((target) =>
      [...Object.keys(target.data), ...Object.keys(target.faulty)]
        .filter((metric) => measured(target, metric) !== undefined)
        .map((metric) => `${target.kind} ${metric}`),
    ),
    (name) => name,
  );
  const countedOf: JudgedChip['valueOf'] = (target, metric) => {
    const found = measured(target, metric.metric.key);
    return found && countedValue(target, metric, found, { asOf, limits });
  };
  const heldOf = (target: TargetRecord): string[] =>
    query.asOf === undefined
      ? heldReadings([target])
          // What was measured only says nothing against the value that counts.
          .filter(({ because }) => because !== 'measured_only')
          .map(({ metric }) => metric)
      : [];
  return {
    chip,
    asOf,
    startAt,
    qubits,
    couplings,
    limits,
    metricFor: (quantity) => metricFor(quantity, (kind, metric) => counts.get(`${kind} ${metric}`)?.length ?? 0),
    valueOf: countedOf,
    isHeld: (target, { metric }) => heldOf(target).includes(metric.key),
    gateOf: (coupling) => chosenGate(coupling, new Set(heldOf(coupling)), countedOf),
  };
}

/** The gates that stand for couplings, that of most couplings first; what a coupling without any lacks, where none has one. */
export function gateMetricsOf(judged: Pick<JudgedChip, 'metricFor'>, gates: readonly CoupledGate[]): HealthMetric[] {
  const byKey = [...Map.groupBy(gates, ({ metric }) => metric.metric.key)];
  byKey.sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1));
  const metrics = byKey.flatMap(([, [first]]) => (first ? [first.metric] : []));
  return metrics.length > 0 ? metrics : [judged.metricFor('two_qubit_gate')];
}

/** A gate whose newest value waits to be accepted gives way to every other that has a value. */
function chosenGate(
  coupling: TargetRecord,
  held: ReadonlySet<string>,
  countedOf: JudgedChip['valueOf'],
): CoupledGate | undefined {
  const keys = new Set([...Object.keys(coupling.data), ...Object.keys(coupling.faulty), ...held]);
  const gates = [...keys].filter(isGateFidelity).flatMap((key) => {
    const metric = gateMetric(key);
    const [value, isHeld] = [countedOf(coupling, metric), held.has(key)];
    return value || isHeld ? [{ metric, value, isHeld }] : [];
  });
  const chosen = (among: readonly CoupledGate[]) =>
    bestGate(
      among.map((gate) => ({
        gate,
        metric: gate.metric.metric.key,
        value: gate.value?.value ?? null,
        isStale: gate.value?.isStale ?? false,
      })),
    )?.gate;
  const isUsable = ({ value, isHeld }: CoupledGate) => !isHeld && typeof value?.value === 'number';
  return chosen(gates.filter(isUsable)) ?? chosen(gates.filter(({ isHeld }) => isHeld)) ?? chosen(gates);
}

const hoursBefore = (asOf: string, hours: number | undefined): string | undefined =>
  hours === undefined ? undefined : new Date(Math.max(0, Date.parse(asOf) - hours * 3_600_000)).toISOString();

async function readChipOf(ctx: ProjectContext, chipId: string, asOf: string | undefined) {
  if (asOf !== undefined) return chipAsOf(ctx, chipId, asOf);
  const chip = await readChip(ctx, chipId);
  return { chip, ...(await readTargets(ctx, chip)) };
}

/** A value or faulty mark of a target, with when it was measured. */
type Measured = Pick<CountedValue, 'at' | 'source' | 'executionId' | 'taskId'> & Pick<Reading, 'quantity' | 'isFaulty'>;

/** A target's value of a metric within the time of the view: a value dated in the future does not count as present. */
const measuredIn =
  (asOf: string, startAt: string | undefined) =>
  (target: TargetRecord, metric: string): Measured | undefined => {
    const found = currentReading(target, metric);
    return found && found.at <= asOf && (startAt === undefined || found.at >= startAt) ? found : undefined;
  };

function countedValue(
  target: TargetRecord,
  metric: HealthMetric,
  found: Measured,
  view: { asOf: string; limits: FreshnessLimits },
): CountedValue | undefined {
  const { value = null } = inOneUnit(metric.metric, [found]).numbers[0] ?? {};
  if (value === null && !found.isFaulty) return undefined;
  const { ageSeconds, state } = cellAt(found, freshnessOf(metric.metric, view.limits), view.asOf);
  const { at, source, executionId, taskId } = found;
  return { at, source, executionId, taskId, target: target.id, metric, value, ageSeconds, isStale: state === 'stale' };
}
