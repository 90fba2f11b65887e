import { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { s3Uploads } from '#shared/kernel/objects/s3-uploads.ts';

const client = new S3Client({
  region: 'eu-central-1',
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  requestChecksumCalculation: 'WHEN_REQUIRED',
});
const file = { key: 'raw/p/run/3/task/a b.csv', contentType: 'text/csv', sizeBytes: 12, expiresSeconds: 300 };

test('an upload address is good for one key, type and size, five minutes, and only where there is nothing', async () => {
  const { url, headers } = await s3Uploads('bucket', client).sign(file);
  const { pathname, searchParams } = new URL(url);
  expect(pathname).toBe('/raw/p/run/3/task/a%20b.csv');
  expect(searchParams.get('X-Amz-Expires')).toBe('300');
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
  expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  expect(headers).toEqual({ 'content-type': 'text/csv', 'if-none-match': '*' });
});

test.each([{ contentType: 'text/html' }, { sizeBytes: 13 }, { key: 'raw/p/run/3/task/b.csv' }])(
  'the signature of an upload address says %o',
  async (other) => {
    const signature = async (given: Partial<typeof file>) =>
      new URL((await s3Uploads('bucket', client).sign({ ...file, ...given })).url).searchParams.get('X-Amz-Signature');
    expect(await signature(other)).not.toBe(await signature({}));
  },
);
