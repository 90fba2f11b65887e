import { expect, test } from 'vitest';
import { signedHeaders } from '#shared/kernel/store/dynamodb/wire/signature.ts';

/* What AWS publishes for those who sign: its test suite of signature version 4, of which these requests are POSTs without a query. */

const owner = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
};
const at = Date.parse('2015-08-30T12:36:00Z');
const host = 'example.amazonaws.com';
const sessionToken =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';
const form = 'application/x-www-form-urlencoded';

test.each<[string, Record<string, string>, string, string | undefined, string, string]>([
  [
    'post-vanilla',
    {},
    '',
    undefined,
    'host;x-amz-date',
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'post-header-key-sort',
    { 'my-header1': 'value1' },
    '',
    undefined,
    'host;my-header1;x-amz-date',
    'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
  ],
  [
    'post-header-value-case',
    { 'my-header1': 'VALUE1' },
    '',
    undefined,
    'host;my-header1;x-amz-date',
    'cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d',
  ],
  [
    'post-sts-header-before',
    {},
    '',
    sessionToken,
    'host;x-amz-date;x-amz-security-token',
    '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
  ],
  [
    'post-x-www-form-urlencoded',
    { 'content-type': form },
    'Param1=value1',
    undefined,
    'content-type;host;x-amz-date',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
  [
    'post-x-www-form-urlencoded-parameters',
    { 'content-type': `${form}; charset=utf8` },
    'Param1=value1',
    undefined,
    'content-type;host;x-amz-date',
    '1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe',
  ],
])('a request is signed as AWS publishes it: %s', (_name, headers, body, token, names, signature) => {
  const signed = signedHeaders(
    { path: '/', headers: { host, ...headers }, body },
    { ...owner, sessionToken: token },
    at,
  );
  expect(signed).toEqual({
    host,
    ...headers,
    'x-amz-date': '20150830T123600Z',
    ...(token && { 'x-amz-security-token': token }),
    authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
  });
});
