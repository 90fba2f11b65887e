import { isLarger } from './size.ts';
import { documentThreads } from './threads.ts';
import type { DocumentTask } from './work.ts';

/** Up to this size a document is worked on at once: it takes milliseconds. */
const largeCharacters = 100_000;

/** `scripts/build/bundle.ts` puts the thread next to the bundle of each function that starts one. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './document-thread.mjs', import.meta.url);

/**
 * API Gateway answers after 30 s. The largest document takes a quarter of the time on a quiet core and half of the memory; a
 * function on Lambda has 1 GB.
 */
const inThread = documentThreads(threadFile, { threads: 2, waiting: 8, timeoutSeconds: 25, megabytes: 512 });

/**
 * Works on a document by `work`, which is the task of that name. A large document is processed in a thread of its own,
 * so that the thread that answers requests stays free (rule API-30).
 * @throws ServiceError `invalid` if that takes too long or too much memory, `busy` if too many documents wait.
 */
export async function workOnDocument<Given extends unknown[], Result>(
  task: DocumentTask,
  work: (...given: Given) => Result,
  ...given: Given
): Promise<Result> {
  return isLarger(given, largeCharacters) ? ((await inThread({ task, args: given })) as Result) : work(...given);
}
