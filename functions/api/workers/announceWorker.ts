import { workerOperations } from '#shared/contract/operations/workers.ts';
import { announce } from '#shared/services/workers/announce.ts';
import { endpoint } from '../../http/endpoint.ts';
import { parseAnnouncement } from './present.ts';

export const announceWorker = endpoint(workerOperations.announceWorker, async ({ ctx, body }) => {
  await announce(ctx, parseAnnouncement(body));
  const { worker, tasks, flows } = body;
  return { worker, tasks: tasks.length, flows: flows.length };
});
