import { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { s3Downloads } from '#shared/kernel/objects/s3-downloads.ts';

const client = new S3Client({
  region: 'eu-central-1',
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
});
const file = { key: 'raw/p/run/3/task/a b.csv', contentType: 'text/csv', fileName: 'a b;".csv', expiresSeconds: 300 };

test('an address in a bucket is of one object, five minutes, and a file to be kept', async () => {
  const { hostname, pathname, searchParams } = new URL(await s3Downloads('bucket', client).sign(file));
  // The origin that the content policy of the pages names.
  expect(hostname).toBe('bucket.s3.eu-central-1.amazonaws.com');
  expect(pathname).toBe('/raw/p/run/3/task/a%20b.csv');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    'X-Amz-Expires': '300',
    'response-content-type': 'text/csv',
    'response-content-disposition': 'attachment; filename="a_b__.csv"',
    'response-cache-control': 'no-store',
  });
});

test.each([{ contentType: 'text/html' }, { fileName: 'b.csv' }, { key: 'raw/p/run/3/task/b.csv' }])(
  'the signature says %o',
  async (other) => {
    const signature = async (given: Partial<typeof file>) =>
      new URL(await s3Downloads('bucket', client).sign({ ...file, ...given })).searchParams.get('X-Amz-Signature');
    expect(await signature(other)).not.toBe(await signature({}));
  },
);
