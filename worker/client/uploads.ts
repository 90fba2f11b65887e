import type { UploadRequest, UploadTarget } from './api.ts';
import { retryMilliseconds } from './backoff.ts';
import { pause } from './clock.ts';

/** A file of a task that is to be kept. */
export interface WorkerFile extends Omit<UploadRequest, 'size_bytes'> {
  /** A large file is best given by `openAsBlob` of `node:fs`, which reads it as it is sent and again for every try. */
  body: string | Uint8Array | Blob;
}

export interface UploadOptions {
  /** Asks for addresses, in the order of the files. */
  requestUploads: (files: UploadRequest[]) => Promise<readonly UploadTarget[]>;
  fetch: typeof fetch;
  /** Address of the API: the addresses of uploads may be relative to it. */
  baseUrl: string;
  /** Ends the tries. */
  signal: AbortSignal;
  random: () => number;
}

/** Longest wait for one put: a file takes longer than an answer in words, and a large one longer than that. */
const timeoutMilliseconds = 60_000;
/** How slow a connection may be for the bytes beyond that. */
const minBytesPerSecond = 250_000;
/** Tries of one address; after them a fresh one is asked for. */
const triesPerAddress = 4;
/** Addresses of one file that may be denied: one expires, but three in a row are a store that will not have it. */
const maxDeniedAddresses = 3;
/** Files that are put side by side. */
const concurrentPuts = 4;

/** A file that the store will not take, however often it is tried. */
class UploadRefused extends Error {}

/**
 * Puts files where the service says, asking for fresh addresses while some are left.
 * @returns their paths, in the order of the files.
 * @throws UploadRefused; what `requestUploads` throws; the signal's reason.
 */
export async function uploadFiles(files: readonly WorkerFile[], options: UploadOptions): Promise<string[]> {
  const paths = new Map<WorkerFile, string>();
  const denials = new Map<WorkerFile, number>();
  for (let left = [...files]; left.length > 0; ) {
    const targets = await options.requestUploads(
      left.map(({ body, ...file }) => ({ ...file, size_bytes: sizeOf(body) })),
    );
    const queue = [...left.entries()];
    const again: WorkerFile[] = [];
    const putNext = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [position, file] = next;
        const target = targets[position];
        if (!target) throw new Error('The service returned fewer upload addresses than files');
        paths.set(file, target.path);
        const status = await putFile(target, file.body, options);
        if (status === 'done') continue;
        again.push(file);
        denials.set(file, status === 'unanswered' ? 0 : (denials.get(file) ?? 0) + 1);
        if (denials.get(file) === maxDeniedAddresses) throw refused(target, status);
      }
    };
    await Promise.all(Array.from({ length: concurrentPuts }, putNext));
    left = again;
  }
  return files.map((file) => paths.get(file) ?? '');
}

const refused = ({ name }: UploadTarget, status: number | string) =>
  new UploadRefused(`File '${name}' was refused with status ${status}`);

/**
 * `done` also if the store has the file already: an earlier try arrived but its answer was lost. The status if the
 * address is not valid, or no longer valid; `unanswered` if the store did not answer.
 */
async function putFile(
  target: UploadTarget,
  body: WorkerFile['body'],
  options: UploadOptions,
): Promise<'done' | 'unanswered' | number> {
  for (let attempt = 0; attempt < triesPerAddress; attempt += 1) {
    options.signal.throwIfAborted();
    const status = await put(target, body, options);
    if (status === 412 || (status >= 200 && status < 300)) return 'done';
    // An address that has expired.
    if (status === 401 || status === 403 || status === 404) return status;
    const isTransient = status === 0 || status === 408 || status === 409 || status === 429 || status >= 500;
    if (!isTransient) throw refused(target, status);
    await pause(retryMilliseconds(attempt, options.random()), options.signal);
  }
  return 'unanswered';
}

/** The status of the answer; 0 where there was none. */
async function put(
  { url, method, headers }: UploadTarget,
  body: WorkerFile['body'],
  { fetch: send, baseUrl, signal }: UploadOptions,
): Promise<number> {
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMillisecondsOf(body))]);
    const answer = await send(new URL(url, baseUrl), { method, headers, body: body as BodyInit, signal: timeout });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    signal.throwIfAborted();
    return 0;
  }
}

/** Bytes of a file as it goes over the wire. */
function sizeOf(body: WorkerFile['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Blob ? body.size : body.byteLength;
}

const timeoutMillisecondsOf = (body: WorkerFile['body']): number =>
  timeoutMilliseconds + Math.ceil((sizeOf(body) / minBytesPerSecond) * 1000);
