import type { ProjectContext } from '../../context.ts';
import type { CountedValue } from '../../domain/health/chip-health.ts';
import { type LeftOut, type PatchTarget, patchInput } from '../../domain/health/patch-graph.ts';
import type { HealthMetric } from '../../domain/health/quantities.ts';
import { type BestPatch, bestPatch } from '../../domain/statistics/patch/best-patch.ts';
import { conflict, invalid } from '../../errors.ts';
import type { ChipRecord, TargetRecord } from '../../store/chips/chips.ts';
import { type HealthQuery, type JudgedChip, readJudgedChip } from './counted-values.ts';

/** The best connected patch of a chip, ready for a compiler. */
export interface ChipPatch {
  chip: ChipRecord;
  asOf: string;
  startAt: string | undefined;
  metrics: HealthMetric[];
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
  const onCouplings = [judged.metricFor('two_qubit_gate')];
  const valuesOf = (targets: readonly TargetRecord[], metrics: readonly HealthMetric[]) =>
    new Map(targets.map((target) => [target.id, metrics.map((metric) => judged.valueOf(target, metric))]));
  const ofQubits = valuesOf(judged.qubits, onQubits);
  const ofCouplings = valuesOf(judged.couplings, onCouplings);
  const input = patchInput(
    targetsOf(judged, judged.qubits, onQubits),
    targetsOf(judged, judged.couplings, onCouplings),
    new Set(exclude),
  );
  const patch = bestPatch(input.graph, size);
  if (!patch.found) throw conflict(tooLarge(chipId, size, patch.largest.length));
  const inside = new Set(patch.qubits);
  const within = input.couplings.filter(({ qubits }) => qubits.every((qid) => inside.has(qid)));
  const couplings = within.map(({ id }) => id);
  const used = [...patch.qubits.map((qid) => ofQubits.get(qid)), ...couplings.map((id) => ofCouplings.get(id))];
  return {
    chip: judged.chip,
    asOf: judged.asOf,
    startAt: judged.startAt,
    metrics: [...onQubits, ...onCouplings],
    patch,
    couplings,
    tree: patch.tree.flatMap((pair) => cheapestBetween(within, pair)?.id ?? []),
    values: used.flatMap((values) => values ?? []).filter((value) => value !== undefined),
    leftOut: input.leftOut,
  };
}

const targetsOf = (
  judged: JudgedChip,
  targets: readonly TargetRecord[],
  metrics: readonly HealthMetric[],
): PatchTarget[] =>
  targets.map((target) => ({
    id: target.id,
    fidelities: metrics.map((metric) => ({
      metric: metric.metric.key,
      value: judged.valueOf(target, metric)?.value,
      isHeld: judged.isHeld(target, metric),
    })),
  }));

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
