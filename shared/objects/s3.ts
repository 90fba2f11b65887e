import { GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { ObjectStore } from './port.ts';

/** A function that may not list the bucket is answered 403 for a key that is not there. */
const missing = new Set([403, 404]);

/** Keeps objects in a bucket. */
export function s3Objects(bucketName: string, client: S3Client = new S3Client({})): ObjectStore {
  return {
    put: async (key, body, contentType) => {
      await client.send(new PutObjectCommand({ Bucket: bucketName, Key: key, Body: body, ContentType: contentType }));
    },
    get: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucketName, Key: key }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof S3ServiceException && missing.has(error.$metadata.httpStatusCode ?? 0)) return undefined;
        throw error;
      }
    },
  };
}
