import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Operation } from '#shared/api/define.ts';
import type { Context } from '#shared/kernel/context.ts';
import { conflict, invalid } from '#shared/kernel/errors.ts';
import { claimIdempotencyKey, type IdempotencyRecord, saveResponse } from '#shared/people/store/idempotency.ts';
import { type Event, headerOf, type MiddyRequest, type Result, stateIfAny, stateOf } from './state.ts';

/** How long an answer is kept (rule API-20). */
const retentionSeconds = 24 * 3600;
/** How long a request without an answer is believed to be at work: longer than API Gateway waits. */
const busySeconds = 60;
/** Answers that are larger even when compressed are not kept; their repeat is refused. */
const responseLimitBytes = 300_000;

const digestOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * `Idempotency-Key`: the first answer of a write is repeated to its repeats; another request under the same key, or a
 * repeat while the first is at work, is a conflict. An answer with a secret is not kept: its repeat is a conflict too.
 */
export const idempotency = (operation: Operation) => ({
  before: async (request: MiddyRequest): Promise<Result | undefined> => {
    const key = operation.route.method === 'GET' ? undefined : headerOf(request.event, 'idempotency-key');
    const state = stateOf(request.event);
    const user = state.authenticated?.actor.user;
    if (key === undefined || !user) return undefined;
    if (key.length < 1 || key.length > 255) throw invalid('Idempotency-Key must have 1 to 255 characters');
    const nowSeconds = Math.floor(state.ctx.clock().getTime() / 1000);
    const record: IdempotencyRecord = {
      userId: user.userId,
      digest: digestOf(key),
      fingerprint: fingerprintOf(operation, request.event, state.authenticated?.project?.projectId),
      state: 'started',
      busyUntil: nowSeconds + busySeconds,
      forgetAt: nowSeconds + retentionSeconds,
    };
    const claim = await claimIdempotencyKey(state.ctx.db, record, nowSeconds);
    if (!claim.ours) return repeated(key, claim.record, record.fingerprint);
    const { userId, digest, fingerprint, forgetAt } = record;
    state.idempotency = {
      // Tied to this request: after a pause of a day, it must not take a later request's result under the same key for
      // its own.
      mark: { userId, digest: digestOf(digest, fingerprint), forgetAt, repeated: claim.repeated },
      keep: async (result) => {
        const response = operation.secret ? undefined : packed(result);
        await saveResponse(
          state.ctx.db,
          { ...record, state: 'done', ...(response ? { answer: response } : {}) },
          claim.rev,
        );
      },
      release: () => saveResponse(state.ctx.db, { ...record, busyUntil: 0, forgetAt: 0 }, claim.rev),
    };
    return undefined;
  },
  after: async (request: MiddyRequest) => {
    const { idempotency: held, ctx } = stateOf(request.event);
    // The request was carried out: failing to remember its answer must not turn it into a failure.
    if (request.response) await held?.keep(request.response).catch((error) => logLost(ctx, error));
  },
  // After a refusal nothing changed, and after a fault the result is unknown. Either way the request may be tried
  // again.
  onError: async (request: MiddyRequest) => {
    const state = stateIfAny(request.event);
    await state?.idempotency?.release().catch((error) => logLost(state.ctx, error));
  },
});

const logLost = (ctx: Context, error: unknown): void =>
  ctx.log.error('idempotency record not written', { requestId: ctx.requestId, reason: String(error) });

/**
 * What makes two requests the same: operation, path, query, project and body. A body that may hold a password is left
 * out, because a fast hash of it could be guessed from the table; a repeat of such a request is a conflict anyway.
 */
function fingerprintOf(operation: Operation, event: Event, projectId: string | undefined): string {
  const body = operation.secret ? '' : (event.body ?? '');
  return digestOf(event.routeKey, event.rawPath, event.rawQueryString, projectId ?? '', body);
}

function repeated(key: string, record: IdempotencyRecord, fingerprint: string): Result {
  if (record.fingerprint !== fingerprint)
    throw conflict(`Idempotency-Key '${key}' was used for another request`, 'idempotency_key_reused');
  if (record.state === 'started')
    throw conflict(`The request with Idempotency-Key '${key}' is still in progress`, 'idempotency_in_progress');
  if (!record.answer)
    throw conflict(
      `The response to Idempotency-Key '${key}' was not stored; the request was carried out`,
      'idempotency_answer_not_kept',
    );
  const { statusCode, headers, body } = record.answer;
  const result = { statusCode, headers: { ...headers, 'idempotency-replayed': 'true' } };
  if (body.length === 0) return result;
  const bytes = gunzipSync(body);
  // A file is seldom text, and never to be changed by being taken for it.
  if (isUtf8(bytes)) return { ...result, body: bytes.toString('utf8') };
  return { ...result, body: bytes.toString('base64'), isBase64Encoded: true };
}

function packed(result: Result): IdempotencyRecord['answer'] {
  const plain = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  const encoded = result.headers?.['content-encoding'] === 'gzip' ? gunzipSync(plain) : plain;
  const body = encoded.length === 0 ? encoded : gzipSync(encoded);
  if (body.length > responseLimitBytes) return undefined;
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {})
      .filter(([name]) => name !== 'content-encoding' && name !== 'vary')
      .map(([name, value]) => [name, String(value)]),
  );
  return { statusCode: result.statusCode ?? 200, headers, body };
}
