import {
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
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
    deleteBelow: async (folder) => {
      // A page is as much as one request deletes.
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucketName, Prefix: `${folder}/` },
      )) {
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
