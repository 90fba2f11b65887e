import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Parts } from '#shared/kernel/objects/s3-parts.ts';
import { type FakeS3, leastPartBytes, startFakeS3 } from '#test/support/aws/fake-s3.ts';

let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.stop());

const parts = () => s3Parts('bucket', s3.client);
const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const begin = async (key: string) => ({ key, uploadId: await parts().begin(key, 'text/csv') });

test('an object that was written in parts has them in the order in which they are named, of those that are named', async () => {
  const upload = await begin('downloads/p/a b.csv');
  const first = await parts().write(upload, 2, filled(leastPartBytes, 1));
  // A part of a holder that has lost the job: never named.
  await parts().write(upload, 3, filled(leastPartBytes, 9));
  const next = await parts().write(upload, 5, filled(leastPartBytes, 2));
  const last = await parts().write(upload, 6, filled(3, 3));
  expect(s3.objects.has('bucket/downloads/p/a b.csv')).toBe(false);
  await parts().complete(upload, [first, next, last]);
  const whole = Buffer.concat([filled(leastPartBytes, 1), filled(leastPartBytes, 2), filled(3, 3)]);
  expect(digest(s3.objects.get('bucket/downloads/p/a b.csv') ?? new Uint8Array())).toBe(digest(whole));
  expect(s3.open()).toEqual([]);
});

test('a part that is written again under its number is in place of the one before', async () => {
  const upload = await begin('downloads/p/again.csv');
  await parts().write(upload, 1, filled(8, 1));
  const again = await parts().write(upload, 1, filled(9, 2));
  await parts().complete(upload, [again]);
  expect(s3.objects.get('bucket/downloads/p/again.csv')).toEqual(Buffer.from(filled(9, 2)));
});

test('an upload that is abandoned leaves nothing, and takes no further part', async () => {
  const upload = await begin('downloads/p/gone.csv');
  await parts().write(upload, 1, filled(8, 1));
  await parts().abandon(upload);
  expect(s3.open()).toEqual([]);
  expect(s3.objects.has('bucket/downloads/p/gone.csv')).toBe(false);
  await expect(parts().write(upload, 2, filled(8, 1))).rejects.toMatchObject({ name: 'NoSuchUpload' });
});
