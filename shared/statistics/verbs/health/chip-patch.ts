import type { ChipRecord } from '../../../chips/store/chips.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import type { FreshnessLimits } from '../../rules/freshness.ts';
import type { CountedValue } from '../../rules/health/chip-health.ts';
import { type LeftOut, type PatchTarget, patchInput } from '../../rules/health/patch-graph.ts';
import type { HealthMetric } from '../../rules/health/quantities.ts';
import { type BestPatch, bestPatch } from '../../rules/patch/best-patch.ts';
import {
  type CoupledGate,
  gateMetricsOf,
  type HealthQuery,
  type JudgedChip,
  readJudgedChip,
} from './counted-values.ts';

/** The best connected patch of a chip, ready for a compiler. */
export interface ChipPatch {
  chip: ChipRecord;
  asOf: string;
  startAt: string | undefined;
  metrics: HealthMetric[];
  limits: FreshnessLimits;
  patch: BestPatch & { found: true };
  /** Ids of all usable couplings between qubits of the patch. */
  couplings: string[];
  /** Ids of those of the cheapest tree. */
  tree: string[];
  /** The values that it rests on. */
  values: CountedValue[];
  leftOut: { qubits: LeftOut[]; couplings: LeftOut[] };
}

/**
 * The best connected patch of a size among the usable qubits (rules HEALTH-4 and STAT-30), in two sequential reads.
 * @throws ServiceError as `readJudgedChip`; `invalid` where an excluded qubit is not there; `conflict` where no connected part is
 * that large.
 */
export async function chipPatch(
  ctx: ProjectContext,
  chipId: string,
  { size, exclude, ...query }: HealthQuery & { size: number; exclude: readonly string[] },
): Promise<ChipPatch> {
  const judged = await readJudgedChip(ctx, chipId, query);
  refuseUnknown(judged, exclude);
  const onQubits = [judged.metricFor('readout'), judged.metricFor('one_qubit_gate')];
  const gates = new Map(judged.couplings.map((coupling) => [coupling.id, judged.gateOf(coupling)]));
  const onCouplings = gateMetricsOf(
    judged,
    [...gates.values()].filter((gate) => gate !== undefined),
  );
  const ofQubits = new Map(
    judged.qubits.map((qubit) => [qubit.id, onQubits.map((metric) => judged.valueOf(qubit, metric))]),
  );
  const lacking = judged.metricFor('two_qubit_gate');
  const input = patchInput(
    qubitsOf(judged, onQubits),
    [...gates].map(([id, gate]) => coupledBy(id, gate ?? { metric: lacking, value: undefined, isHeld: false })),
    new Set(exclude),
  );
  const patch = bestPatch(input.graph, size);
  if (!patch.found) throw conflict(tooLarge(chipId, size, patch.largest.length));
  const inside = new Set(patch.qubits);
  const within = input.couplings.filter(({ qubits }) => qubits.every((qid) => inside.has(qid)));
  const couplings = within.map(({ id }) => id);
  const used = [...patch.qubits.map((qid) => ofQubits.get(qid)), ...couplings.map((id) => [gates.get(id)?.value])];
  return {
    chip: judged.chip,
    asOf: judged.asOf,
    startAt: judged.startAt,
    limits: judged.limits,
    metrics: [...onQubits, ...onCouplings],
    patch,
    couplings,
    tree: patch.tree.flatMap((pair) => cheapestBetween(within, pair)?.id ?? []),
    values: used.flatMap((values) => values ?? []).filter((value) => value !== undefined),
    leftOut: input.leftOut,
  };
}

const qubitsOf = (judged: JudgedChip, metrics: readonly HealthMetric[]): PatchTarget[] =>
  judged.qubits.map((qubit) => ({
    id: qubit.id,
    fidelities: metrics.map((metric) => ({
      metric: metric.metric.key,
      value: judged.valueOf(qubit, metric)?.value,
      isHeld: judged.isHeld(qubit, metric),
    })),
  }));

const coupledBy = (id: string, { metric, value, isHeld }: CoupledGate): PatchTarget => ({
  id,
  fidelities: [{ metric: metric.metric.key, value: value?.value, isHeld }],
});

/** Of two couplings between the same qubits, the one that the tree was costed with. */
const cheapestBetween = (
  couplings: readonly { id: string; qubits: readonly [string, string]; cost: number }[],
  [one, other]: readonly [string, string],
) =>
  couplings
    .filter(({ qubits }) => qubits.includes(one) && qubits.includes(other))
    .reduce<(typeof couplings)[number] | undefined>(
      (cheapest, found) => (cheapest && cheapest.cost <= found.cost ? cheapest : found),
      undefined,
    );

function refuseUnknown({ chip, qubits }: JudgedChip, exclude: readonly string[]): void {
  const known = new Set(qubits.map(({ id }) => id));
  const unknown = exclude.find((qid) => !known.has(qid));
  if (unknown !== undefined) throw invalid(`Qubit '${unknown}' to exclude is not in chip '${chip.chipId}'`);
}

const tooLarge = (chipId: string, size: number, largest: number): string =>
  largest === 0
    ? `Chip '${chipId}' has no qubit with a usable readout and gate fidelity: there is no patch of ${size}`
    : `The largest connected part of chip '${chipId}' has ${largest} usable qubits: there is no patch of ${size}`;
