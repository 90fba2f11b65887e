import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that the server has taken. */
export interface KeptMessage {
  ts: string;
  channel: string;
  text: string;
  thread_ts?: string;
  metadata?: { event_type: string; event_payload: { id: string } };
}

/**
 * What happens to the next request: a rate limit, a refusal, or that it is not answered, before or after it was carried out;
 * `broken` answers 503 after it was.
 */
export interface Behaviour {
  limit?: number;
  error?: string;
  silent?: 'before' | 'after';
  broken?: true;
}

/** A server that answers as Slack's Web API is documented to. */
export interface SlackServer {
  url: string;
  kept: KeptMessage[];
  /** The methods that were called. */
  calls: string[];
  /** Decides what happens to a request; undefined carries it out. */
  behave: (method: string, body: Partial<KeptMessage>) => Behaviour | undefined;
  /** Called for each request that will not be answered. */
  whenSilent: () => void;
  stop(): Promise<void>;
}

export const slackToken = 'xoxb-right';
export const slackChannel = 'C0123456789';

/** Changes or deletes a message that was kept. */
function change(kept: KeptMessage[], method: string, { ts, text, metadata, channel }: KeptMessage): object {
  const there = kept.find((one) => one.ts === ts);
  if (!there) return { ok: false, error: 'message_not_found' };
  if (method === 'chat.delete') kept.splice(kept.indexOf(there), 1);
  else Object.assign(there, { text, metadata });
  return { ok: true, channel, ts };
}

export async function startSlackServer(): Promise<SlackServer> {
  const slack: SlackServer = {
    url: '',
    kept: [],
    calls: [],
    behave: () => undefined,
    whenSilent: () => {},
    stop: async () => {},
  };
  let counter = 0;
  const carryOut = (method: string, query: URLSearchParams, body: KeptMessage): object => {
    const channel = body.channel ?? query.get('channel');
    if (channel !== slackChannel) return { ok: false, error: 'channel_not_found' };
    if (method === 'chat.postMessage') {
      if (body.thread_ts !== undefined && !slack.kept.some(({ ts }) => ts === body.thread_ts))
        return { ok: false, error: 'thread_not_found' };
      counter += 1;
      const message = { ...body, ts: `1740830400.${String(counter).padStart(6, '0')}` };
      slack.kept.push(message);
      return { ok: true, channel, ts: message.ts, message };
    }
    if (method === 'chat.update' || method === 'chat.delete') return change(slack.kept, method, body);
    const inThread = (one: KeptMessage) => [one.thread_ts, one.ts].includes(query.get('ts') ?? '');
    if (method === 'conversations.replies') return { ok: true, messages: slack.kept.filter(inThread) };
    if (method === 'conversations.history')
      return { ok: true, messages: slack.kept.filter((one) => one.thread_ts === undefined).toReversed() };
    return { ok: false, error: 'unknown_method' };
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://slack');
    const method = url.pathname.slice(1);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    const body = (text === '' ? {} : JSON.parse(text)) as KeptMessage;
    slack.calls.push(method);
    const answer = (status: number, value: object, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    };
    const { limit, error, silent, broken } = slack.behave(method, body) ?? {};
    if (limit !== undefined) return answer(429, { ok: false, error: 'ratelimited' }, { 'retry-after': String(limit) });
    if (error !== undefined) return answer(200, { ok: false, error });
    if (silent === 'before') return slack.whenSilent();
    const isKnown = request.headers.authorization === `Bearer ${slackToken}`;
    const carriedOut = isKnown ? carryOut(method, url.searchParams, body) : { ok: false, error: 'invalid_auth' };
    if (broken) answer(503, {});
    else if (silent === undefined) answer(200, carriedOut);
    else slack.whenSilent();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  slack.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  slack.stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return slack;
}
