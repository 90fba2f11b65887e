import { hash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signedHeaders } from '#shared/kernel/store/dynamodb/wire/signature.ts';

/* The SDK's own signer says what the signature of a request is. */

const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.'), minLength: 1, maxLength: 12 });
const segment = fc.string({ unit: fc.constantFrom(..."abc09-_~!*()'%+:@é "), minLength: 1, maxLength: 6 });
const path = fc
  .array(segment, { maxLength: 3 })
  .map((parts) => `/${parts.map(encodeURIComponent).join('/')}${parts.length > 0 ? '/' : ''}`);
const signatory = fc.record({
  accessKeyId: word,
  secretAccessKey: fc.base64String({ minLength: 4, maxLength: 40 }),
  sessionToken: fc.option(fc.base64String({ minLength: 4, maxLength: 80 }), { nil: undefined }),
  region: fc.constantFrom('us-east-1', 'eu-central-1', 'ap-northeast-1'),
  service: fc.constantFrom('dynamodb', 'service'),
});
const headers = fc.record(
  { host: word, 'content-type': fc.constant('application/x-amz-json-1.0'), 'x-amz-target': word, 'my-header': word },
  { requiredKeys: ['host'] },
);
const instants = fc.date({ min: new Date('2015-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

it('a request is signed as the SDK signs it, regardless of who signs it and when', async () => {
  await fc.assert(
    fc.asyncProperty(
      signatory,
      headers,
      path,
      fc.string({ unit: 'grapheme' }),
      instants,
      async (by, named, to, body, at) => {
        const { accessKeyId, secretAccessKey, sessionToken, region, service } = by;
        const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
        const { config } = new DynamoDBClient({ region, credentials });
        const scheme = { name: 'sigv4', signingName: service, signingRegion: region, properties: {} };
        const signer = await config.signer(scheme);
        // The SDK signs the digest of the body as a header too, which an HTTP API of JSON does not ask for.
        const all = { ...named, 'x-amz-content-sha256': hash('sha256', body) };
        const request = { method: 'POST', protocol: 'https:', hostname: named.host, path: to, query: {}, body };
        const theirs = await signer.sign(
          { ...request, headers: { ...all } },
          { signingDate: at, signingService: service },
        );
        expect(signedHeaders({ path: to, headers: all, body }, by, at.getTime())).toEqual(theirs.headers);
      },
    ),
  );
});
