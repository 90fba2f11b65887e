import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { S3Client } from '@aws-sdk/client-s3';
import { closeServer, listen } from '#local/gateway/gateway.ts';

/** A bucket that speaks as much of S3 as writes in parts need, with its refusals (Amazon S3 API, CompleteMultipartUpload). */
export interface FakeS3 {
  client: S3Client;
  /** By bucket and key. */
  objects: ReadonlyMap<string, Uint8Array>;
  /** Keys of uploads that were neither completed nor abandoned. */
  open(): string[];
  stop(): Promise<void>;
}

interface Upload {
  path: string;
  parts: Map<number, { etag: string; bytes: Uint8Array }>;
}

interface Answer {
  status: number;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

/** Every part but the last has at least so many bytes. */
export const leastPartBytes = 5 * 1024 * 1024;

const refused = (status: number, code: string): Answer => ({ status, body: `<Error><Code>${code}</Code></Error>` });
const xml = (name: string, content: string): Answer => ({
  status: 200,
  body: `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`,
});

/** Starts a bucket in this process. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Upload>();
  const server: Server = createServer((request, response) => {
    void answer(request, objects, uploads).then((found) => reply(response, found));
  });
  const endpoint = await listen(server, 0);
  const client = new S3Client({
    ...{ endpoint, region: 'eu-central-1', forcePathStyle: true, maxAttempts: 1 },
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  return {
    client,
    objects,
    open: () => [...uploads.values()].map(({ path }) => path),
    stop: async () => {
      client.destroy();
      await closeServer(server);
    },
  };
}

function reply(response: ServerResponse, { status, body = '', headers = {} }: Answer): void {
  response.writeHead(status, headers).end(body);
}

async function answer(
  request: IncomingMessage,
  objects: Map<string, Uint8Array>,
  uploads: Map<string, Upload>,
): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
  const path = decodeURIComponent(pathname).replace(/^\//, '');
  const bytes = await buffer(request);
  const uploadId = searchParams.get('uploadId');
  if (request.method === 'POST' && searchParams.has('uploads')) {
    const id = `upload-${uploads.size + 1}-${path.length}`;
    uploads.set(id, { path, parts: new Map() });
    return xml('InitiateMultipartUploadResult', `<Key>${path}</Key><UploadId>${id}</UploadId>`);
  }
  if (uploadId !== null) {
    const upload = uploads.get(uploadId);
    if (upload?.path !== path) return refused(404, 'NoSuchUpload');
    if (request.method === 'PUT') return writePart(upload, Number(searchParams.get('partNumber')), bytes);
    uploads.delete(uploadId);
    if (request.method === 'DELETE') return { status: 204 };
    return complete(upload, bytes.toString('utf8'), objects);
  }
  if (request.method === 'PUT') {
    objects.set(path, bytes);
    return { status: 200, headers: { etag: etagOf(bytes) } };
  }
  const found = objects.get(path);
  return found ? { status: 200, body: found } : refused(404, 'NoSuchKey');
}

const etagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

function writePart(upload: Upload, part: number, bytes: Uint8Array): Answer {
  if (!(part >= 1 && part <= 10_000)) return refused(400, 'InvalidArgument');
  const etag = etagOf(bytes);
  upload.parts.set(part, { etag, bytes });
  return { status: 200, headers: { etag } };
}

function complete(upload: Upload, body: string, objects: Map<string, Uint8Array>): Answer {
  const named = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    part: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }));
  const parts = named.map(({ part }) => upload.parts.get(part));
  if (named.some(({ part }, n) => n > 0 && part <= (named[n - 1]?.part ?? 0))) return refused(400, 'InvalidPartOrder');
  if (named.length === 0 || parts.some((part, n) => !part || part.etag !== named[n]?.etag))
    return refused(400, 'InvalidPart');
  if (parts.slice(0, -1).some((part) => (part?.bytes.length ?? 0) < leastPartBytes))
    return refused(400, 'EntityTooSmall');
  objects.set(upload.path, Buffer.concat(parts.map((part) => part?.bytes ?? new Uint8Array())));
  return xml('CompleteMultipartUploadResult', `<Key>${upload.path}</Key>`);
}
