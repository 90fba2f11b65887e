import { groupHandler } from '../http/group.ts';
import * as executions from '../runs/executions.ts';

export const handler = groupHandler(executions);
