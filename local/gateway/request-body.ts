import type { IncomingMessage } from 'node:http';

/** What a request may carry (API Gateway's own limit). */
export const maxBodyBytes = 10 * 1024 * 1024;
// Read and thrown away, so that the sender reads our answer instead of a reset connection.
const maxDiscardedBytes = 64 * 1024 * 1024;

/**
 * Reads a body that is refused.
 * @throws Error when the sender goes away, or sends on and on.
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  await readBody(request, 0);
}

/**
 * Reads a request's body; `too-large` when it exceeds the limit, in bytes. Never holds more than the limit in memory.
 * @throws Error when the sender goes away, or sends on and on beyond the limit.
 */
export async function readBody(request: IncomingMessage, limit = maxBodyBytes): Promise<Buffer | 'too-large'> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (received > maxDiscardedBytes) throw new Error('The request body does not end');
  }
  return received > limit ? 'too-large' : Buffer.concat(chunks);
}
