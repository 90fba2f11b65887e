import { groupHandler } from '../../http/group.ts';
import * as executions from './executions.ts';
import * as flows from './flows.ts';
import * as pipelines from './pipelines.ts';
import * as runQueue from './run-queue.ts';

/** The Lambda of the group `run-queue`: it starts runs that wait for the lock, and so carries what executes flows. */
export const handler = groupHandler({ ...executions, ...flows, ...pipelines, ...runQueue });
