import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachmentOf, type DownloadAddresses } from './downloads.ts';

/** Addresses of a bucket. They grant no more than the rights of the function that signs them. */
export function s3Downloads(bucketName: string, client: S3Client = new S3Client({})): DownloadAddresses {
  return {
    sign: ({ key, contentType, fileName, expiresSeconds }) => {
      const command = new GetObjectCommand({
        Bucket: bucketName,
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: attachmentOf(fileName),
        ResponseCacheControl: 'no-store',
      });
      return getSignedUrl(client, command, { expiresIn: expiresSeconds });
    },
  };
}
