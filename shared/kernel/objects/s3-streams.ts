import { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { ObjectWriter } from './streams.ts';

/** Size of a part: with the 10,000 parts that a bucket takes, 156 GiB, and few of them are held at a time. */
const partBytes = 16 * 1024 * 1024;
const partsAtOnce = 3;

/** Writes to a bucket part by part; a failure leaves nothing there. */
export function s3Writer(bucketName: string, client: S3Client = new S3Client({})): ObjectWriter {
  return {
    putStream: async (key, body, contentType) => {
      const params = { Bucket: bucketName, Key: key, Body: body, ContentType: contentType };
      await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
    },
  };
}
