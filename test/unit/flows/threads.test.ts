import { describe, expect, it } from 'vitest';
import { prepareImport } from '#shared/flows/verbs/documents/prepare-import.ts';
import { isLarger } from '#shared/flows/verbs/documents/size.ts';
import { documentThreads } from '#shared/flows/verbs/documents/threads.ts';
import { workOnDocument } from '#shared/flows/verbs/documents/work-on-document.ts';

const threadOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const input = { task: 'problemOfText', args: [] } as const;
const limits = { threads: 1, waiting: 1, timeoutSeconds: 3600, megabytes: 32 };

describe('a thread for a document', () => {
  it('a document that takes too long is refused, and its thread is ended', async () => {
    const run = documentThreads(threadOf('for (;;);'), { ...limits, timeoutSeconds: 0.001 });
    await expect(run(input)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The document takes more than 0.001 s to read; send less at a time',
    });
    // The only place is free again.
    await expect(run(input)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('a document that takes too much memory is refused', async () => {
    const run = documentThreads(threadOf('const all = []; for (;;) all.push({});'), limits);
    await expect(run(input)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The document takes more than 32 MB to read; send less at a time',
    });
  });

  it('a thread that fails is a fault of the service', async () => {
    await expect(documentThreads(threadOf('throw new TypeError("no")'), limits)(input)).rejects.toThrow(TypeError);
    await expect(documentThreads(threadOf('process.exit(3)'), limits)(input)).rejects.toThrow('ended with code 3');
  });

  it('documents wait for a place in their order, and one too many is refused', async () => {
    const answer = 'parentPort.postMessage({ result: workerData.args[0] })';
    const run = documentThreads(
      threadOf(`import { parentPort, workerData } from 'node:worker_threads'; ${answer}`),
      limits,
    );
    const done: unknown[] = [];
    const numbered = (n: number) => run({ task: 'problemOfText', args: [n] }).then((result) => done.push(result));
    const all = [numbered(1), numbered(2)];
    await expect(numbered(3)).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 3600 });
    await Promise.all(all);
    await numbered(4);
    expect(done).toEqual([1, 2, 4]);
  });
});

describe('work on a document', () => {
  const chip = (values: number) => ({
    format: 'fiducial' as const,
    documents: { chip: `a: [${'1,'.repeat(values)}]` },
  });

  it.each([
    ['a large document', chip(60_000), true],
    ['a small one', chip(10), false],
  ])('other requests are answered before %s is done: only where it is large', async (_, document, answered) => {
    let isAnswered = false;
    setImmediate(() => {
      isAnswered = true;
    });
    const options = { now: '2026-01-01T00:00:00.000Z', chip: undefined, packs: true };
    const result = await workOnDocument('prepareImport', prepareImport, document, options);
    expect(isAnswered).toBe(answered);
    expect(result).toEqual(prepareImport(document, options));
  });
});

describe('the size of JSON', () => {
  it.each([
    [['x'.repeat(90)], false],
    [['x'.repeat(100)], true],
    [{ ['k'.repeat(100)]: 1 }, true],
    [Array.from({ length: 30 }, () => 1), true],
    [[[[[1, null, true]]]], false],
  ])('JSON is larger than a hundred characters or not: %j', (value, larger) => {
    expect(isLarger(value, 100)).toBe(larger);
  });
});
