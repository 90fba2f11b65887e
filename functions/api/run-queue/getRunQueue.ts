import { runQueueOperations } from '#shared/contract/operations/run-queue.ts';
import { readQueue } from '#shared/services/run-queue/run-queue.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentQueue } from './present.ts';

export const getRunQueue = endpoint(runQueueOperations.getRunQueue, async ({ ctx }) =>
  presentQueue(await readQueue(orchestrated(ctx))),
);
