import type { ProjectContext } from '../../../kernel/context.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import { refuseOtherSpelling } from '../../../kernel/verbs/refuse-other-spelling.ts';
import type { Technology } from '../../../values/rules/technology.ts';
import { type ChipRecord, getChip } from '../../store/chips.ts';
import { chooseReadout, type WantedReadout } from '../choose-readout.ts';
import { chipExists, runCreate } from '../jobs/create-job.ts';
import { claimJob } from '../jobs/jobs.ts';
import { chooseTopology, type WantedTopology } from '../topologies.ts';
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
