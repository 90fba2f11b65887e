import type { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type ObjectStore, TooLarge } from './port.ts';

/** A function that may not list the bucket gets 403 for a key that does not exist. */
const missing = new Set([403, 404]);

/** The result of an object request; undefined when the object does not exist. */
async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof S3ServiceException && missing.has(error.$metadata.httpStatusCode ?? 0)) return undefined;
    throw error;
  }
}

/** Keeps objects in a bucket. */
export function s3Objects(bucketName: string, client: S3Client = new S3Client({})): ObjectStore {
  return {
    put: async (key, body, contentType) => {
      await client.send(new PutObjectCommand({ Bucket: bucketName, Key: key, Body: body, ContentType: contentType }));
    },
    get: async (key) => {
      const found = await ifThere(client.send(new GetObjectCommand({ Bucket: bucketName, Key: key })));
      return found?.Body?.transformToByteArray();
    },
    getUpTo: async (key, largestBytes) => {
      const found = await ifThere(client.send(new GetObjectCommand({ Bucket: bucketName, Key: key })));
      if (!found) return undefined;
      const { Body, ContentLength = 0 } = found;
      if (ContentLength <= largestBytes) return Body?.transformToByteArray();
      // The answer has begun: a body that is not read must release its connection.
      (Body as Readable | undefined)?.destroy();
      return new TooLarge(ContentLength);
    },
    stream: async (key) => {
      const found = await ifThere(client.send(new GetObjectCommand({ Bucket: bucketName, Key: key })));
      return found && (found.Body as Readable);
    },
    size: async (key) => {
      const found = await ifThere(client.send(new HeadObjectCommand({ Bucket: bucketName, Key: key })));
      return found && (found.ContentLength ?? 0);
    },
    list: async (folder, after, limit) => {
      const of = { Bucket: bucketName, Prefix: `${folder}/`, MaxKeys: limit };
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ ...of, ...(after && { StartAfter: after }) }),
      );
      return Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, sizeBytes: Size }));
    },
    deleteBelow: async (folder, deadline) => {
      // One request deletes a page at most.
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucketName, Prefix: `${folder}/` },
      )) {
        deadline?.();
        const Objects = Contents.map(({ Key }) => ({ Key }));
        if (Objects.length === 0) continue;
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucketName, Delete: { Objects, Quiet: true } }),
        );
        const [error] = Errors;
        if (error) throw new Error(`'${error.Key}' was not deleted: ${error.Code} ${error.Message}`);
      }
    },
  };
}
