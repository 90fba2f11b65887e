import type { ProjectContext } from '../../context.ts';
import { muxCount, muxQubits } from '../../domain/topology/muxes.ts';
import { notFound } from '../../errors.ts';
import { readChip } from './read-chip.ts';

/** One mux: qid -> task name -> result; no result is given here, but by task and target (rule QDASH-10). */
export interface Mux {
  muxId: number;
  detail: Record<string, Record<string, { name: string; status: string }>>;
}

const muxOf = (muxId: number): Mux => ({
  muxId,
  detail: Object.fromEntries(muxQubits(muxId).map((qid) => [qid, {}])),
});

/** All muxes of a chip (rule CHIP-7). @throws ServiceError `not-found`. */
export async function listMuxes(ctx: ProjectContext, chipId: string): Promise<Mux[]> {
  const chip = await readChip(ctx, chipId);
  return Array.from({ length: muxCount(chip.size) }, (_, muxId) => muxOf(muxId));
}

/** One mux. @throws ServiceError `not-found` for the chip, or a mux that it does not have. */
export async function readMux(ctx: ProjectContext, chipId: string, muxId: number): Promise<Mux> {
  const chip = await readChip(ctx, chipId);
  const count = muxCount(chip.size);
  if (muxId >= count) throw notFound(`Mux ${muxId} not found in chip '${chipId}' with ${count} muxes`);
  return muxOf(muxId);
}
