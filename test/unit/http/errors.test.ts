import { describe, expect, test } from 'vitest';
import { refusalResult } from '#functions/http/errors.ts';
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  notInProject,
  ServiceError,
  unauthenticated,
} from '#shared/kernel/errors.ts';

const bodyOf = (refusal: ServiceError) => JSON.parse(refusalResult(refusal).body ?? '') as Record<string, unknown>;

describe('the answer of a refusal', () => {
  test.each([
    ['invalid_request', invalid('x'), 400],
    ['unauthenticated', unauthenticated('x'), 401],
    ['forbidden', forbidden('x'), 403],
    ['not_found', notFound('x'), 404],
    ['conflict', conflict('x'), 409],
    ['too_large', new ServiceError('too_large', 'x'), 413],
    ['too_many_requests', new ServiceError('too_many_requests', 'x'), 429],
    ['busy', new ServiceError('busy', 'x'), 503],
    ['run_active', conflict('x', 'run_active'), 409],
  ])('the refusal %s has the status of its kind, its sentence as detail, and its code', (code, refusal, status) => {
    const { statusCode, headers } = refusalResult(refusal);
    expect(statusCode).toBe(status);
    expect(headers?.['content-type']).toBe('application/json');
    expect(bodyOf(refusal)).toEqual({ detail: 'x', code });
  });

  test('the refusal of an invalid request lists every problem', () => {
    const problems = [
      { path: 'body.a', message: 'must be text' },
      { path: 'query.b', message: 'must be a number' },
    ];
    expect(bodyOf(invalid('two problems', problems))).toEqual({
      detail: 'two problems',
      code: 'invalid_request',
      errors: problems,
    });
  });

  test('a refusal says how to log in, and when to come back, where that helps', () => {
    expect(refusalResult(unauthenticated('x')).headers?.['www-authenticate']).toBe('Bearer');
    const wait = new ServiceError('too_many_requests', 'x', { retryAfterSeconds: 17 });
    expect(refusalResult(wait).headers?.['retry-after']).toBe('17');
    expect(refusalResult(conflict('x')).headers).not.toHaveProperty('retry-after');
  });

  test('a refusal is never kept by a cache, and shares no headers with another answer', () => {
    const first = refusalResult(conflict('x'));
    expect(first.headers?.['cache-control']).toBe('no-store');
    Object.assign(first.headers ?? {}, { 'x-request-id': 'mine' });
    expect(refusalResult(conflict('x')).headers).not.toHaveProperty('x-request-id');
  });

  test('a refusal names resource, id and project in the one wording', () => {
    expect(notInProject('Chip', 'a#b', 'p').message).toBe("Chip 'a#b' not found in project 'p'");
  });
});
