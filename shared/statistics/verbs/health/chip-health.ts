import { splitCouplingId } from '../../../chips/rules/coupling-id.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import type { FreshnessLimits } from '../../rules/freshness.ts';
import { type CountedValue, type QubitHealth, qubitHealth } from '../../rules/health/chip-health.ts';
import { type HealthMetric, QUBIT_QUANTITIES } from '../../rules/health/quantities.ts';
import {
  type CoupledGate,
  gateMetricsOf,
  type HealthQuery,
  type JudgedChip,
  readJudgedChip,
} from './counted-values.ts';

/** The health of every qubit of a chip, and by which metrics. */
export interface ChipHealth {
  chip: ChipRecord;
  asOf: string;
  startAt: string | undefined;
  metrics: HealthMetric[];
  limits: FreshnessLimits;
  qubits: { qid: string; health: QubitHealth }[];
}

/**
 * The health of each qubit with what limits it (rule HEALTH-2), in two sequential reads.
 * @param withCouplings whether the two-qubit gates of its couplings count.
 * @throws ServiceError as `readJudgedChip`.
 */
export async function chipHealth(
  ctx: ProjectContext,
  chipId: string,
  { withCouplings, ...query }: HealthQuery & { withCouplings: boolean },
): Promise<ChipHealth> {
  const judged = await readJudgedChip(ctx, chipId, query);
  const own = QUBIT_QUANTITIES.map(judged.metricFor);
  const found = withCouplings ? judged.couplings.flatMap((coupling) => judged.gateOf(coupling) ?? []) : [];
  const gates = gatesByQubit(judged, found);
  const metrics = withCouplings ? [...own, ...gateMetricsOf(judged, found)] : own;
  const qubits = judged.qubits.map((qubit) => ({
    qid: qubit.id,
    health: qubitHealth(metrics, [
      ...own.flatMap((metric) => judged.valueOf(qubit, metric) ?? []),
      ...(gates.get(qubit.id) ?? []),
    ]),
  }));
  const { chip, asOf, startAt, limits } = judged;
  return { chip, asOf, startAt, limits, metrics, qubits };
}

/** The values of the couplings at each qubit. */
function gatesByQubit({ qubits }: JudgedChip, gates: readonly CoupledGate[]): Map<string, CountedValue[]> {
  const known = new Set(qubits.map(({ id }) => id));
  const byQubit = new Map<string, CountedValue[]>();
  for (const { value } of gates) {
    const [pair = []] = value ? splitCouplingId(value.target, known) : [];
    if (value) for (const qid of pair) byQubit.set(qid, [...(byQubit.get(qid) ?? []), value]);
  }
  return byQubit;
}
