import { groupHandler } from '../../http/group.ts';
import * as executions from './executions.ts';

export const handler = groupHandler(executions);
