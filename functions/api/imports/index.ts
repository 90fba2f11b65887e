import { groupHandler } from '../../http/group.ts';
import { importChip, previewChipImport } from './imports.ts';

export const handler = groupHandler({ importChip, previewChipImport });
