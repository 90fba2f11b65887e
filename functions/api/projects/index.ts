import { groupHandler } from '../../http/group.ts';
import * as audit from './audit.ts';
import * as projects from './projects.ts';

export const handler = groupHandler({ ...audit, ...projects });
