import type { ProjectContext } from '../../context.ts';
import type { Technology } from '../../domain/metrics/technology.ts';
import { type ChipRecord, getChip } from '../../store/chips/chips.ts';
import { chipKeys } from '../../store/keys.ts';
import { chooseReadout, type WantedReadout } from '../chips/choose-readout.ts';
import { chooseTopology, type WantedTopology } from '../chips/topologies.ts';
import { refuseOtherSpelling } from '../refuse-other-spelling.ts';
import { chipExists, runCreate } from './create-job.ts';
import { claimJob } from './jobs.ts';
import { freeDeletedId } from './remove-deleted-chip.ts';
import { runJob } from './run-job.ts';

/**
 * Creates a chip: its qubits and couplings first, the chip last (rule CHIP-2), so that it is there whole
 * or not at all. A deleted chip of the id is removed first (rule CHIP-19).
 * @throws ServiceError `conflict` when the chip exists, `invalid` for an unknown or unfitting topology.
 */
export async function createChip(
  ctx: ProjectContext,
  input: { chipId: string; technology?: Technology | undefined } & WantedTopology & WantedReadout,
): Promise<ChipRecord> {
  const { projectId } = ctx;
  const { chipId, technology } = input;
  const topology = await chooseTopology(ctx, input);
  if (await getChip(ctx.db, projectId, chipId)) throw chipExists(projectId, chipId);
  await refuseOtherSpelling(ctx, chipKeys.chips(projectId), 'Chip', chipId);
  const { username } = ctx.actor.user;
  const readout = chooseReadout(Object.keys(topology.qubits), input);
  const create = { size: topology.numQubits, topologyId: topology.topologyId, readout };
  await freeDeletedId(ctx, chipId);
  const job = await claimJob(
    ctx,
    { projectId, chipId, jobId: 'create', kind: 'create', username, create, technology },
    runJob,
  );
  const chip = await runCreate(ctx, job, topology);
  if (!chip) throw chipExists(projectId, chipId);
  return chip;
}
