import { describe, expect, it } from 'vitest';
import { pause } from '#worker/client/clock.ts';
import { advance, minute, onFakeTime, result, service, start } from './started-worker.ts';

onFakeTime();

describe('what a worker keeps', () => {
  const file = (name: string) => ({
    task: 'CheckT1',
    task_type: 'qubit' as const,
    qid: '0',
    name,
    kind: 'raw' as const,
    content_type: 'text/csv',
    body: `${name} µ`,
  });

  it('a worker puts files once, also when the store had them already or failed, and answers their paths in order', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `f${n}.csv`);
    let paths: string[] = [];
    start(async (run) => {
      service.refusals.put = [
        { status: 503, detail: '' },
        { status: 503, detail: '' },
      ];
      service.files.set('f7.csv', 'f7.csv µ');
      paths = await run.upload(names.map(file));
    });
    await advance(minute);
    expect(paths).toEqual(names.map((name) => `path/${name}`));
    expect(Object.fromEntries(service.files)).toEqual(Object.fromEntries(names.map((name) => [name, `${name} µ`])));
    const asked = service.of('uploads').flatMap(({ files }) => files as { name: string; size_bytes: number }[]);
    expect(asked.map(({ name, size_bytes }) => size_bytes - name.length)).toEqual(names.map(() => 3));
  });

  it('a worker asks for a fresh address when one has expired', async () => {
    let paths: string[] = [];
    start(async (run) => {
      service.refusals.put = [{ status: 403, detail: 'Request has expired' }];
      paths = await run.upload([file('a.csv'), file('b.csv')]);
    });
    await advance(minute);
    expect(paths).toEqual(['path/a.csv', 'path/b.csv']);
    expect(service.of('uploads').map(({ files }) => (files as unknown[]).length)).toEqual([2, 1]);
  });

  it('a worker goes on without files where the project has no room for them, and says so in its log (rule PROJ-22)', async () => {
    let paths: string[] = [];
    start(async (run) => {
      const detail = "Project 'p' has more files than its quota";
      service.refusals.uploads = [{ status: 409, code: 'limit_reached', detail }];
      paths = await run.upload([file('a.csv'), file('b.csv')]);
      await run.report({ ...result(0), raw_data: paths });
    });
    await advance(minute);
    expect(paths).toEqual(['', '']);
    expect(service.results).toMatchObject([{ status: 'completed', raw_data: [] }]);
    expect(service.finished).toEqual([{ status: 'completed', message: '' }]);
    expect(service.lines.map(({ text }) => text)).toEqual([
      "2 files were not kept: Project 'p' has more files than its quota",
    ]);
  });

  it.each([400, 403])('a worker fails the run when the store will not take a file: %i', async (status) => {
    start(async (run) => {
      service.refusals.put = Array.from({ length: 30 }, () => ({ status, detail: 'A firewall, say' }));
      await run.upload([file('a.csv')]);
    });
    await advance(minute);
    expect(service.finished).toEqual([{ status: 'failed', message: `File 'a.csv' was refused with status ${status}` }]);
    // An address that expired is asked for again, but not for ever.
    expect(service.of('uploads').length).toBeLessThanOrEqual(3);
  });

  it('a worker writes log lines in order and once, though answers are lost, and cuts what is too long', async () => {
    start(async (run) => {
      for (let n = 0; n < 150; n += 1) run.log('info', `line ${n}`);
      service.network = 'drop';
      await pause(3000, run.signal);
      service.network = 'up';
      run.log('warning', '😀'.repeat(5000));
    });
    await advance(minute);
    expect(service.lines.slice(0, 150).map(({ text }) => text)).toEqual(
      Array.from({ length: 150 }, (_, n) => `line ${n}`),
    );
    expect(service.lines).toHaveLength(151);
    expect(service.lines.at(-1)?.text).toBe('😀'.repeat(4000));
  });
});
