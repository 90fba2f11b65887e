import type { ChipLayout } from '../../flows/rules/chip-layout.ts';
import type { Context } from '../../kernel/context.ts';
import { readoutLinesOf } from '../rules/topology/muxes.ts';
import type { Topology } from '../rules/topology/types.ts';
import { type ChipRecord, getChip, listTargets } from '../store/chips.ts';
import { targetRefsOf } from './targets.ts';
import { findTopology } from './topologies.ts';

/** Whether a chip, which has everything that its topology has, has no more than that. */
export const hasTargetsOf = (
  topology: Topology | undefined,
  { qubitCount, couplingCount }: Pick<ChipRecord, 'qubitCount' | 'couplingCount'>,
): topology is Topology => topology?.numQubits === qubitCount && topology.couplings.length === couplingCount;

/** The layout of a chip; undefined where the project has no such chip. */
export async function findLayout(ctx: Context, projectId: string, chipId: string): Promise<ChipLayout | undefined> {
  const chip = await getChip(ctx.db, projectId, chipId);
  return chip && readLayout(ctx, chip);
}

/**
 * A chip has everything that its topology has. If it has no more than that, its targets, which carry every value of the
 * chip, need not be read.
 */
export async function readLayout(ctx: Context, chip: ChipRecord): Promise<ChipLayout> {
  const { chipId } = chip;
  const readoutLines = readoutLinesOf(chip);
  const topology = await findTopology(ctx, chip.projectId, chip.topologyId);
  if (hasTargetsOf(topology, chip)) {
    const refs = targetRefsOf(topology);
    const ids = (kind: 'qubit' | 'coupling') => refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
    return { chipId, readoutLines, qids: ids('qubit'), couplingIds: ids('coupling') };
  }
  const [qubits, couplings] = await Promise.all([
    listTargets(ctx.db, chip, 'qubit'),
    listTargets(ctx.db, chip, 'coupling'),
  ]);
  return { chipId, readoutLines, qids: qubits.map(({ id }) => id), couplingIds: couplings.map(({ id }) => id) };
}
