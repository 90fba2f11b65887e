import { groupHandler } from '../../http/group.ts';
import { importChip } from './importChip.ts';
import { previewChipImport } from './previewChipImport.ts';

export const handler = groupHandler({ importChip, previewChipImport });
