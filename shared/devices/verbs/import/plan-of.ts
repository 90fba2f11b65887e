import { type ChipRecord, getChip, listTargets } from '../../../chips/store/chips.ts';
import { type PreparedImport, prepareImport } from '../../../flows/verbs/documents/prepare-import.ts';
import { workOnDocument } from '../../../flows/verbs/documents/work-on-document.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import type { ImportDocuments } from '../../rules/import/formats.ts';

/**
 * What documents would bring to a chip, and the chip as it is then.
 * @throws ServiceError `invalid` with the path in the document of everything that is wrong with it.
 */
export async function planOf(
  ctx: ProjectContext,
  { chipId, ...given }: ImportDocuments & { chipId: string },
  { packs }: { packs: boolean },
): Promise<PreparedImport & { chip: Stored<ChipRecord> | undefined }> {
  for (let before = await getChip(ctx.db, ctx.projectId, chipId); ; ) {
    const couplings = before && (await listTargets(ctx.db, before, 'coupling')).map(({ id }) => id);
    const known = before && { chipId, hasRealValues: before.hasRealValues, couplings };
    const options = { now: nowOf(ctx), chip: known, packs };
    const prepared = await workOnDocument('prepareImport', prepareImport, given, options);
    if (!prepared.ok) throw refusal(given.format, prepared.problems);
    // A large document takes seconds: the chip may have got its first measured values in that time.
    const chip = await getChip(ctx.db, ctx.projectId, chipId);
    if (chip?.hasRealValues === before?.hasRealValues) return { ...prepared, chip };
    before = chip;
  }
}

function refusal(format: string, problems: readonly { path: string; message: string }[]) {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return invalid(
    `The ${format} documents cannot be imported: ${first?.path}: ${first?.message}${more}`,
    problems.map(({ path, message }) => ({ path: `body.documents.${path}`, message })),
  );
}
