import type { ProjectContext } from '../../context.ts';
import type { ExportedParameters } from '../../domain/export/parameters/left-out.ts';
import { qibolabCalibration } from '../../domain/export/parameters/qibolab.ts';
import { quamState } from '../../domain/export/parameters/quam.ts';
import { readExportedChip } from './exported-chip.ts';

export type ParametersFormat = 'qibolab' | 'quam';

/** A chip's parameters in a format of others, with the name that their file has there. */
export interface ChipParameters extends ExportedParameters {
  fileName: string;
}

/** A chip in a format that its import reads (rule EXPORT-7). @throws ServiceError `not-found` for the chip. */
export async function exportParameters(
  ctx: ProjectContext,
  chipId: string,
  { format, asOf }: { format: ParametersFormat; asOf: string | undefined },
): Promise<ChipParameters> {
  const chip = await readExportedChip(ctx, chipId, asOf);
  if (format === 'quam') return { ...quamState(chip), fileName: `${chipId}-state.json` };
  return { ...qibolabCalibration(chip), fileName: `${chipId}-calibration.json` };
}
