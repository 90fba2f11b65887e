import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { UploadAddresses } from './uploads.ts';

/** The header that tells a bucket the expected checksum (Amazon S3, Checking object integrity). */
const checksumHeader = 'x-amz-checksum-sha256';

/** Addresses of a bucket. They grant no more than the rights of the function that signs them. */
export function s3Uploads(
  bucketName: string,
  // A checksum of the empty body, signed here, would make S3 refuse the file's own.
  client: S3Client = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' }),
): UploadAddresses {
  return {
    sign: async ({ key, contentType, sizeBytes, sha256, expiresSeconds }) => {
      const checksum = sha256 === undefined ? undefined : Buffer.from(sha256, 'hex').toString('base64');
      const command = new PutObjectCommand({
        Bucket: bucketName,
        Key: key,
        ContentType: contentType,
        ContentLength: sizeBytes,
        IfNoneMatch: '*',
        ...(checksum && { ChecksumSHA256: checksum }),
      });
      const headers = {
        ...{ 'content-type': contentType, 'if-none-match': '*' },
        ...(checksum && { [checksumHeader]: checksum }),
      };
      // Signed by name, since the signature would not cover the type otherwise.
      const signableHeaders = new Set(['host', 'content-length', ...Object.keys(headers)]);
      // In the address, the checksum would be a parameter that S3 does not compare with the bytes.
      const unhoistableHeaders = new Set([checksumHeader]);
      const options = { expiresIn: expiresSeconds, signableHeaders, unhoistableHeaders };
      return { url: await getSignedUrl(client, command, options), headers };
    },
  };
}
