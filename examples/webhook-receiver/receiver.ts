/**
 * Receives events of Fiducial: `WEBHOOK_SECRET=whsec_... node receiver.ts`. It listens on 127.0.0.1:8080 (`PORT`), behind
 * something that speaks HTTPS to the world.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/** The maximum age of an event, so that a captured one cannot be sent again. */
const freshSeconds = 300;

/** Whether an event comes from a sender that knows the secret, and was sent just now. */
function isGenuine(headers: Record<string, unknown>, body: string, secret: string): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= freshSeconds)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  // While a secret is being changed there is a signature under each of the two.
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/** Ids that were taken: an event may be sent again, and is the same by its id. Keep them where a restart does not forget them. */
const taken = new Set<string>();

const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error('WEBHOOK_SECRET is not set');
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  if (!isGenuine(request.headers, body, secret)) {
    response.writeHead(401).end();
    return;
  }
  const event = JSON.parse(body) as { id: string; kind: string; title: string; url: string };
  if (!taken.has(event.id)) process.stdout.write(`${event.kind}: ${event.title} ${event.url}\n`);
  taken.add(event.id);
  response.writeHead(204).end();
});
const port = Number(process.env.PORT ?? 8080);
server.listen(port, '127.0.0.1', () => process.stdout.write('listening\n'));
