import { groupHandler } from '../../http/group.ts';
import * as imports from './imports.ts';

export const handler = groupHandler(imports);
