import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { PartWriter } from './parts.ts';

const of = (bucketName: string, { key, uploadId }: { key: string; uploadId: string }) => ({
  Bucket: bucketName,
  Key: key,
  UploadId: uploadId,
});

/** Writes objects of a bucket in parts. */
export function s3Parts(bucketName: string, client: S3Client = new S3Client({})): PartWriter {
  return {
    begin: async (key, contentType) => {
      const command = new CreateMultipartUploadCommand({ Bucket: bucketName, Key: key, ContentType: contentType });
      const { UploadId } = await client.send(command);
      if (UploadId === undefined) throw new Error(`The bucket began no upload of '${key}'`);
      return UploadId;
    },
    write: async (upload, part, bytes) => {
      const input = { ...of(bucketName, upload), PartNumber: part, Body: bytes };
      const { ETag } = await client.send(new UploadPartCommand(input));
      return { part, etag: ETag ?? '' };
    },
    complete: async (upload, parts) => {
      const Parts = parts.map(({ part, etag }) => ({ PartNumber: part, ETag: etag }));
      const input = { ...of(bucketName, upload), MultipartUpload: { Parts } };
      await client.send(new CompleteMultipartUploadCommand(input));
    },
    abandon: async (upload) => {
      await client.send(new AbortMultipartUploadCommand(of(bucketName, upload)));
    },
  };
}
