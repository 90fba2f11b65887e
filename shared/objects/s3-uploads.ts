import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { UploadAddresses } from './uploads.ts';

/** Addresses of a bucket. They are as good as the rights of the function that signs them. */
export function s3Uploads(
  bucketName: string,
  // A checksum of the empty body that is signed here would be refused with the file's.
  client: S3Client = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' }),
): UploadAddresses {
  return {
    sign: async ({ key, contentType, sizeBytes, expiresSeconds }) => {
      const command = new PutObjectCommand({
        Bucket: bucketName,
        Key: key,
        ContentType: contentType,
        ContentLength: sizeBytes,
        IfNoneMatch: '*',
      });
      const headers = { 'content-type': contentType, 'if-none-match': '*' };
      // Named, or the signature would say nothing of the type.
      const signableHeaders = new Set(['host', 'content-length', ...Object.keys(headers)]);
      return { url: await getSignedUrl(client, command, { expiresIn: expiresSeconds, signableHeaders }), headers };
    },
  };
}
