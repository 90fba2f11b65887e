import { describe, expect, test } from 'vitest';
import { gatewayError, maxResultBytes, toResponse } from '#local/gateway/http-result.ts';

const text = (result: unknown) => {
  const { status, headers, body } = toResponse(result);
  return { status, headers, body: body.toString() };
};

describe('the response that API Gateway infers from a result', () => {
  test('the structured result of a function keeps its status, headers and body', () => {
    const result = { statusCode: 201, headers: { 'Content-Type': 'application/json', 'X-N': 3 }, body: '{"a":1}' };
    expect(text(result)).toEqual({
      status: 201,
      headers: { 'content-type': 'application/json', 'x-n': '3' },
      body: '{"a":1}',
    });
  });

  test("the base64 body of a function's result is decoded to its bytes", () => {
    const bytes = Buffer.from([0, 255, 1, 254]);
    expect(toResponse({ statusCode: 200, body: bytes.toString('base64'), isBase64Encoded: true }).body).toEqual(bytes);
  });

  test("each cookie of a function's result becomes a header of its own", () => {
    expect(text({ statusCode: 204, cookies: ['a=1', 'b=2; Secure'] })).toEqual({
      status: 204,
      headers: { 'set-cookie': ['a=1', 'b=2; Secure'] },
      body: '',
    });
  });

  test("a string as a function's result is a 200 of JSON with the string as it is", () => {
    expect(text('Hello')).toEqual({ status: 200, headers: { 'content-type': 'application/json' }, body: 'Hello' });
  });

  test("an object without a status code as a function's result is a 200 of JSON", () => {
    expect(text({ a: [1] })).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"a":[1]}',
    });
  });

  test.each([[{ statusCode: 'x' }], [{ statusCode: 99 }], [{ statusCode: 1000 }]])(
    "%j as a function's result is an internal error",
    (result) => {
      expect(toResponse(result)).toEqual(gatewayError('internal'));
    },
  );

  test("a function's result of more than 6 MB is an internal error, a little less is not", () => {
    expect(toResponse('x'.repeat(maxResultBytes + 1))).toEqual(gatewayError('internal'));
    expect(toResponse('x'.repeat(maxResultBytes)).status).toBe(200);
  });
});
