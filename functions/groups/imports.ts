import * as imports from '../devices/imports.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler(imports);
