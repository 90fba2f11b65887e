import { parentPort, workerData } from 'node:worker_threads';
import { documentWork, type ThreadAnswer, type ThreadInput } from './work.ts';

/* The thread that works on one large document (rule API-30). */

const { task, args } = workerData as ThreadInput;
const work = documentWork[task] as (...given: readonly unknown[]) => unknown;
parentPort?.postMessage({ result: work(...args) } satisfies ThreadAnswer);
