/*
 * Result of a function -> HTTP response, as an API Gateway HTTP API infers it for payload format 2.0
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html).
 */

import { statusOf } from '#shared/api/error-statuses.ts';
import type { ErrorCode } from '#shared/kernel/error-codes.ts';

/** A response ready to be written. */
export interface PlainResponse {
  status: number;
  /** Lower-case names; an array repeats a header. */
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Largest serialized response of a function (Lambda, synchronous invocation). */
export const maxResultBytes = 6 * 1024 * 1024;

/** Translates a handler's result. A result that is too large or malformed is a 500, as on AWS. */
export function toResponse(result: unknown): PlainResponse {
  if (isStructured(result)) return isTooLarge(result) ? gatewayError('internal') : structured(result);
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? 'null');
  return Buffer.byteLength(text) > maxResultBytes ? gatewayError('internal') : inferred(text);
}

/** Whether a serialized result exceeds Lambda's limit. Measuring is slow, and most results are far smaller. */
function isTooLarge(result: StructuredResult): boolean {
  // An escaped character takes six bytes, and no character takes more.
  const others = JSON.stringify({ ...result, body: '' });
  if (6 * (result.body ?? '').length + Buffer.byteLength(others) <= maxResultBytes) return false;
  return Buffer.byteLength(JSON.stringify(result)) > maxResultBytes;
}

/** An error of the gateway itself. It has the usual fields and the `message` that API Gateway would return alone. */
export function gatewayError(code: keyof typeof gatewayErrors): PlainResponse {
  return json(statusOf(code), { ...gatewayErrors[code], code });
}

/** The refusal of a request beyond a limit; the detail names the limit. */
export function tooManyRequests(detail: string, retryAfterSeconds = 1): PlainResponse {
  const answer = json(statusOf('too_many_requests'), {
    message: 'Too Many Requests',
    detail: `${detail}; try again in ${retryAfterSeconds} s`,
    code: 'too_many_requests',
  });
  answer.headers['retry-after'] = String(retryAfterSeconds);
  return answer;
}

const gatewayErrors = {
  internal: { message: 'Internal Server Error', detail: 'The service failed to answer this request' },
  unavailable: { message: 'Service Unavailable', detail: 'The service did not respond in time' },
};

/** An error in the service's own format (rule API-9). `status` is needed if it differs from that of the code. */
export function detailError(code: ErrorCode, detail: string, status = statusOf(code)): PlainResponse {
  return json(status, { detail, code });
}

interface StructuredResult {
  statusCode: number | string;
  headers?: Record<string, boolean | number | string>;
  body?: string;
  isBase64Encoded?: boolean;
  cookies?: string[];
}

function isStructured(result: unknown): result is StructuredResult {
  return typeof result === 'object' && result !== null && 'statusCode' in result;
}

function structured(result: StructuredResult): PlainResponse {
  const status = Number(result.statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return gatewayError('internal');
  const headers: PlainResponse['headers'] = {};
  for (const [name, value] of Object.entries(result.headers ?? {})) headers[name.toLowerCase()] = String(value);
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  if (body.length > 0) headers['content-type'] ??= 'text/plain; charset=utf-8';
  if (result.cookies && result.cookies.length > 0) headers['set-cookie'] = result.cookies;
  return { status, headers, body };
}

function inferred(text: string): PlainResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(text, 'utf8') };
}

function json(status: number, value: unknown): PlainResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(value)) };
}
