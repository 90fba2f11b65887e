import * as qdashPipelines from '#compat/qdash/handlers/pipelines.ts';
import { groupHandler } from '../http/group.ts';
import * as runQueue from '../runs/run-queue.ts';
import * as executions from '../runs/start.ts';

/** The Lambda of the group `run-queue`: it starts runs that wait for the lock, and so carries what executes flows. */
export const handler = groupHandler({ ...executions, ...qdashPipelines, ...runQueue });
