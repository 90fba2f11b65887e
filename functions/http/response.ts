import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileBody, Operation } from '#shared/api/define.ts';
import { once } from '#shared/kernel/concurrency.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { commonHeaders } from './errors.ts';
import { countMismatch, refuseMismatch } from './response-check.ts';
import { type Event, headerOf, type Result, type State } from './state.ts';

/** Answers larger than this are compressed where the caller accepts it (rule API-6). */
export const compressionThresholdBytes = 32 * 1024;

/** Lambda answers at most 6 MB; base64 and the envelope take their part of it. */
export const responseLimitBytes = 5_500_000;

/** For a file that never changes: the reader may keep it, but another reader, or another project, has to ask for it. */
const immutableHeaders = {
  'cache-control': 'private, max-age=31536000, immutable',
  vary: 'authorization, x-project-id',
};

/** An answer with more to it than a body: an entity tag, or another status of the operation. */
export class Reply<T> {
  readonly body: T;
  readonly more: ReplyFields;
  constructor(body: T, more: ReplyFields) {
    this.body = body;
    this.more = more;
  }
}

interface ReplyFields {
  etag?: string | undefined;
  status?: 200 | 201;
  /** Of an operation that is `revised`: when its answer changes by the clock alone. */
  until?: string | undefined;
  /** Of an operation that is `revised`: the answer gets no tag, since it may lack the last writes or does something. */
  untagged?: boolean;
}

/** The answer to a caller whose `If-None-Match` names the current body: 304 and no body. */
export class Unchanged {
  readonly etag: string;
  constructor(etag: string) {
    this.etag = etag;
  }
}

/** The answer to a caller who asks for a file that is larger than an answer: 302, and where it is. */
export class Elsewhere {
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
}

/** Most audit entries that the header of an answer names: API Gateway allows 10 KB of headers, and one takes at most 60 bytes. */
const MOST_UNDOABLE = 100;

/** Makes the answer of a success: checked (rule API-7), serialized, and compressed where it is large. */
export async function successResult(operation: Operation, state: State, event: Event, value: unknown): Promise<Result> {
  const headers: Record<string, string> = { ...commonHeaders, 'x-request-id': state.ctx.requestId };
  const undoable = state.ctx.undoable ?? [];
  if (undoable.length > 0 && undoable.length <= MOST_UNDOABLE)
    headers['undo-entries'] = undoable.map(({ id, action }) => `${id};${action}`).join(',');
  const { 'content-type': _type, ...bodiless } = headers;
  if (value instanceof Unchanged) return { statusCode: 304, headers: { ...bodiless, etag: value.etag } };
  if (value instanceof Elsewhere) return { statusCode: 302, headers: { ...bodiless, location: value.url } };
  const reply = value instanceof Reply ? value : new Reply(value, {});
  if (reply.more.etag !== undefined) headers.etag = reply.more.etag;
  if (operation.status === 204) {
    delete headers['content-type'];
    return { statusCode: 204, headers };
  }
  // The handler's type is the operation's: where that answers a file, this is one.
  if (operation.file) {
    if (operation.immutable) Object.assign(headers, immutableHeaders);
    return { statusCode: operation.status, ...(await encodeFile(reply.body as FileBody, headers, event)) };
  }
  if (state.ctx.config.strictResponses) refuseMismatch(operation, reply.body);
  const encoded = await encode(operation.constant ? onceText(reply.body as object) : text(reply.body), headers, event);
  if (!state.ctx.config.strictResponses) countMismatch(operation, reply.body, state);
  return { statusCode: reply.more.status ?? operation.status, ...encoded };
}

/**
 * A file, its bytes as they were written (rule API-24). Text may be in any encoding, so it is not decoded. Large text
 * is compressed. A browser does not run the content of a file.
 */
async function encodeFile(file: FileBody, headers: Record<string, string>, event: Event): Promise<Result> {
  const name = file.fileName.replace(/[^\w.-]/g, '_');
  Object.assign(headers, {
    'content-type': file.contentType,
    'content-disposition': `inline; filename="${name}"`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  const isText = /^text\/|json|svg|yaml/.test(file.contentType);
  if (isText && isWorthCompressing(file.bytes.length, event))
    return compressed(await gzipped(file.bytes, compression), headers);
  return inBase64(Buffer.from(file.bytes), headers);
}

/** A body as text, compressed if the client accepts it. */
interface Text {
  plain: string;
  bytes: number;
  gzip: () => Promise<Buffer>;
}

function text(body: unknown): Text {
  const plain = JSON.stringify(body);
  return { plain, bytes: Buffer.byteLength(plain), gzip: once(() => gzipped(Buffer.from(plain), compression)) };
}

const constants = new WeakMap<object, Text>();

/** The text of a body that is the same for the life of the process: made once. */
function onceText(body: object): Text {
  const made = constants.get(body) ?? text(body);
  constants.set(body, made);
  return made;
}

async function encode({ plain, bytes, gzip }: Text, headers: Record<string, string>, event: Event): Promise<Result> {
  if (isWorthCompressing(bytes, event)) return compressed(await gzip(), headers);
  refuseOversize(bytes);
  return { headers, body: plain };
}

/** Compresses outside the thread that answers requests. */
const gzipped = promisify<Uint8Array, typeof compression, Buffer>(gzip);

const compression = { level: 5 };

/** `gzip` in a list of codings, except with the weight 0, which refuses it (RFC 9110, section 12.5.3). */
const gzipAccepted = /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i;

const isWorthCompressing = (bytes: number, event: Event): boolean =>
  bytes > compressionThresholdBytes && gzipAccepted.test(headerOf(event, 'accept-encoding') ?? '');

function compressed(bytes: Buffer, headers: Record<string, string>): Result {
  return inBase64(bytes, { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' });
}

function inBase64(bytes: Buffer, headers: Record<string, string>): Result {
  const body = bytes.toString('base64');
  refuseOversize(body.length);
  return { headers, body, isBase64Encoded: true };
}

function refuseOversize(bytes: number): void {
  if (bytes > responseLimitBytes)
    throw new ServiceError(
      'request_too_broad',
      `The response would have ${bytes} bytes; ask for less ('limit', 'include=none') or accept gzip`,
    );
}
