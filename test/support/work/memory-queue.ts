import type { WorkMessage, WorkQueue } from '#shared/work/queue/port.ts';

/** A queue that keeps what it is sent, until the test delivers it. */
export interface MemoryQueue extends WorkQueue {
  readonly messages: WorkMessage[];
  /** The messages as the function of the queue gets them, each once. */
  take(): { messageId: string; body: string; group: string }[];
}

/** @param refuses which messages the queue does not take. */
export function memoryQueue(refuses: (message: WorkMessage) => boolean = () => false): MemoryQueue {
  const messages: WorkMessage[] = [];
  let taken = 0;
  return {
    messages,
    async send(sent) {
      const refused = sent.filter(refuses);
      messages.push(...sent.filter((message) => !refused.includes(message)));
      if (refused.length > 0) throw new Error(`${refused.length} of ${sent.length} messages were not queued`);
    },
    take: () => messages.splice(0).map(({ group, body }) => ({ messageId: `message-${taken++}`, group, body })),
  };
}
