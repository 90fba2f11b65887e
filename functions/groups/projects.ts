import { groupHandler } from '../http/group.ts';
import * as audit from '../projects/audit.ts';
import * as projects from '../projects/projects.ts';

export const handler = groupHandler({ ...audit, ...projects });
