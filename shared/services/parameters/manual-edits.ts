import type { ProjectContext } from '../../context.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { type Page, type PageRequest, readPage } from '../../store/dynamodb/paging.ts';
import { sampleKeys } from '../../store/keys.ts';
import { type SampleRecord, sampleEntity } from '../../store/metrics/samples.ts';

/** Manual edits of a qubit or coupling, newest first, in one chip or in all chips of the project. */
export function listManualEdits(
  ctx: ProjectContext,
  of: { qid: string; chipId?: string | undefined },
  page: PageRequest,
): Promise<Page<Stored<SampleRecord>>> {
  const range = { index: 'gsi4' as const, pk: sampleKeys.edits(ctx.projectId, of.qid), descending: true };
  return readPage(ctx.db, range, page, {
    decode: (item) => sampleEntity.decode(item),
    keep: (sample) => of.chipId === undefined || sample.chipId === of.chipId,
  });
}
