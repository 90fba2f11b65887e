import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { unknownReference } from '../../../kernel/errors.ts';
import type { CompilerFormat } from '../../rules/export/compiler/format-names.ts';
import { compilerFile, type HandedFile } from '../../rules/export/compiler/formats.ts';
import { unknownTarget } from '../../rules/export/compiler/hand-over.ts';
import { readExportedChip } from './exported-chip.ts';

/** Which part of a chip is wanted in a format of others, and how old its values may be. */
export interface ParametersInput {
  format: CompilerFormat;
  asOf: string | undefined;
  qubits: readonly string[] | undefined;
  couplings: readonly string[] | undefined;
  withinHours: number | undefined;
}

/**
 * A chip or a part of it in a format of others (rules EXPORT-7 and EXPORT-11).
 * @throws ServiceError `not-found` for the chip; `unknown_reference` for a qubit or coupling that it does not have.
 */
export async function exportParameters(
  ctx: ProjectContext,
  chipId: string,
  { format, asOf, ...part }: ParametersInput,
): Promise<HandedFile> {
  const chip = await readExportedChip(ctx, chipId, asOf);
  const unknown = unknownTarget(chip, part);
  if (unknown !== undefined) throw unknownReference(`${unknown} is not on chip '${chipId}'`);
  return compilerFile(chip, format, { ...part, now: asOf ?? nowOf(ctx) });
}
