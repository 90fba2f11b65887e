import * as projectImports from '../archives/project-imports.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler(projectImports);
