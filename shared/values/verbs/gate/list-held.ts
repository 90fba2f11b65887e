import { readChip } from '../../../chips/verbs/read-chip.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { type Page, type PageRequest, readPage } from '../../../kernel/store/dynamodb/paging.ts';
import { sampleKeys } from '../../../kernel/store/keys.ts';
import type { GateMark } from '../../rules/gate-mark.ts';
import { decodeSamples } from '../../store/sample-reads.ts';
import type { SampleRecord } from '../../store/samples.ts';

/** A measurement with the values of it that are held; all of them are of one target and instant. */
export type HeldSamples = readonly (SampleRecord & { gate: GateMark })[];

/** The measurements of a chip that have held values, newest first. May lag behind a write by a moment. */
export async function listHeld(ctx: ProjectContext, chipId: string, page: PageRequest): Promise<Page<HeldSamples>> {
  const range = { index: 'gsi2' as const, pk: sampleKeys.allHeld(ctx.projectId, chipId), descending: true };
  const reading = readPage(ctx.db, range, page, {
    decode: (item) => decodeSamples(item).filter((sample) => sample.gate?.state === 'held') as unknown as HeldSamples,
  });
  const [found] = await Promise.all([reading, readChip(ctx, chipId)]);
  return found;
}
