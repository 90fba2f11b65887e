import type { WorkQueue } from '#shared/work/queue/port.ts';
import { sqsQueue } from '#shared/work/queue/sqs.ts';
import { type Runtime, runtime } from '../runtime.ts';

const opened = new WeakMap<Runtime, WorkQueue>();

/** The queue for the work of this function: the given one, else that of the configuration; without one it does all itself. */
export function workQueue(): WorkQueue | undefined {
  const current = runtime();
  const { config, client, ports } = current;
  if (ports.workQueue || config.workQueueUrl === '') return ports.workQueue;
  const known = opened.get(current);
  if (known) return known;
  const { region, credentials } = client.config;
  const queue = sqsQueue({ queueUrl: config.workQueueUrl, endpoint: config.queueEndpoint, region, credentials });
  opened.set(current, queue);
  return queue;
}
