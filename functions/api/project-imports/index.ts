import { groupHandler } from '../../http/group.ts';
import * as projectImports from './project-imports.ts';

export const handler = groupHandler(projectImports);
