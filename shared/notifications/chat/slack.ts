import type { ChatOutcome, ChatPoster } from './port.ts';

const timeoutMilliseconds = 10_000;
/** The wait after Slack's rate limit if Slack does not say. */
const defaultWaitSeconds = 60;
/** Distinguishes our messages from those of other programs. */
const eventType = 'fiducial_event';
/** Tolerance for clocks that differ. */
const skewSeconds = 60;
/** Most pages of a channel that are searched for one message. */
const mostPages = 5;

/** After these errors the request may still have taken effect (Slack's documentation of errors). */
const unsureErrors = new Set(['internal_error', 'fatal_error', 'request_timeout', 'service_unavailable']);

export interface SlackOptions {
  /** Replaces Slack's own address in tests. */
  baseUrl?: string;
  /** Ends the time of a request that begins now. */
  deadline?: () => AbortSignal;
}

/** The fields of an answer of Slack's Web API that are read. */
interface SlackAnswer {
  ok?: boolean;
  error?: string;
  ts?: string;
  messages?: SlackMessage[];
  response_metadata?: { next_cursor?: string };
}

interface SlackMessage {
  ts?: string;
  metadata?: { event_type?: string; event_payload?: { id?: string } };
}

type Called = { answer: SlackAnswer } | { waitSeconds: number } | { failed: string };

/**
 * Slack by its Web API and a bot token with `chat:write`. Slack has no idempotency key for messages; ours goes in the
 * metadata, by which the message is found again if the token may read the channel (`channels:history`,
 * `groups:history`).
 */
export function slackPoster({ baseUrl = 'https://slack.com/api', ...options }: SlackOptions = {}): ChatPoster {
  const deadline = options.deadline ?? (() => AbortSignal.timeout(timeoutMilliseconds));

  async function call(method: string, token: string, init: RequestInit): Promise<Called> {
    try {
      const response = await fetch(`${baseUrl}/${method}`, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${token}` },
        redirect: 'error',
        signal: deadline(),
      });
      if (response.status === 429) return { waitSeconds: waitOf(response.headers.get('retry-after')) };
      if (!response.ok) return { failed: `Slack answered ${response.status}` };
      const answer = (await response.json()) as SlackAnswer;
      if (answer.error === 'ratelimited' || answer.error === 'rate_limited')
        return { waitSeconds: waitOf(response.headers.get('retry-after')) };
      return { answer };
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      return {
        failed: isLate ? `No answer within ${timeoutMilliseconds / 1000} seconds` : 'The connection to Slack failed',
      };
    }
  }

  const write = (method: string, token: string, body: object): Promise<Called> =>
    call(method, token, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    });

  return {
    async post({ token, channel, thread, id, text }) {
      const called = await write('chat.postMessage', token, {
        ...{ channel, text, unfurl_links: false, unfurl_media: false },
        ...(thread !== undefined && { thread_ts: thread }),
        metadata: metadataOf(id),
      });
      return outcomeOf(called);
    },
    async edit({ token, channel, id, text }, posted) {
      // Without metadata Slack would remove the key by which the message is found.
      return outcomeOf(await write('chat.update', token, { channel, ts: posted, text, metadata: metadataOf(id) }));
    },
    async remove({ token, channel }, posted) {
      const called = await write('chat.delete', token, { channel, ts: posted });
      const isGone = 'answer' in called && called.answer.error === 'message_not_found';
      return isGone ? { posted } : outcomeOf(called);
    },
    async find({ token, channel, thread, id }, since) {
      const method = thread === undefined ? 'conversations.history' : 'conversations.replies';
      const query = new URLSearchParams({
        ...{ channel, include_all_metadata: 'true', limit: '100' },
        oldest: String(Math.floor(since.getTime() / 1000) - skewSeconds),
        ...(thread !== undefined && { ts: thread }),
      });
      for (let page = 0; page < mostPages; page += 1) {
        const called = await call(`${method}?${query}`, token, { method: 'GET' });
        if ('waitSeconds' in called) return called;
        if ('failed' in called) return { waitSeconds: defaultWaitSeconds };
        const { ok, error = 'no reason', messages = [], response_metadata: more } = called.answer;
        if (ok !== true) return { unknown: `Slack said: ${error.slice(0, 100)}` };
        const posted = messages.find((one) => idOf(one) === id)?.ts;
        if (posted !== undefined) return { posted };
        if (!more?.next_cursor) return { absent: true };
        query.set('cursor', more.next_cursor);
      }
      return { unknown: 'Too much was written in the channel since' };
    },
  };
}

function outcomeOf(called: Called): ChatOutcome {
  if ('waitSeconds' in called) return called;
  if ('failed' in called) return { unsure: called.failed };
  const { ok, ts, error = 'an answer without a reason' } = called.answer;
  if (ok === true && ts !== undefined) return { posted: ts };
  const reason = `Slack said: ${error.slice(0, 100)}`;
  return ok === true || unsureErrors.has(error) ? { unsure: reason } : { refused: reason };
}

const metadataOf = (id: string) => ({ event_type: eventType, event_payload: { id } });

/** The key in one of our messages; undefined for messages of other programs. */
const idOf = ({ metadata }: SlackMessage): string | undefined =>
  metadata?.event_type === eventType ? metadata.event_payload?.id : undefined;

const waitOf = (header: string | null): number => {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : defaultWaitSeconds;
};
