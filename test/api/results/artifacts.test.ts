import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { seedWholeRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let alice: Caller;
let bob: Caller;
let files: { taskId: string; figurePath: string; rawDataPath: string };

beforeAll(async () => {
  world = await startWorld();
  [alice, bob] = await Promise.all([world.register('alice'), world.register('bob')]);
  await alice.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  const { projectId, username } = alice;
  files = await seedWholeRun(world.stack.runtime, { projectId, username, chipId: 'chip' });
});
afterAll(() => world.stop());

const pathQuery = (path: string) => ({ query: { path } });

describe('a figure', () => {
  it('a figure is served by the path of its task result, as what it is', async () => {
    const { figure_path } = await alice.api.getTaskResult({ params: { task_id: files.taskId } });
    expect(figure_path).toEqual([files.figurePath]);
    const figure = await alice.api.getFigureByPath(pathQuery(files.figurePath));
    expect([await figure.text(), figure.type]).toEqual(['<svg/>', 'image/svg+xml']);
  });

  it('a figure is never run by a browser that opens it', async () => {
    const response = await fetch(
      `${world.stack.url}/api/executions/figure?path=${encodeURIComponent(files.figurePath)}`,
      { headers: { authorization: `Bearer ${alice.token}` } },
    );
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toBe('inline; filename="CheckT1_0.svg"');
  });

  it('a figure comes with others in one archive, byte for byte', async () => {
    const archive = await alice.api.downloadFiguresAsZip({ body: { paths: [files.figurePath] } });
    expect(archive.type).toBe('application/zip');
    const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    expect(Object.keys(entries)).toEqual(['CheckT1_0.svg']);
    expect(Buffer.from(entries['CheckT1_0.svg'] ?? []).toString()).toBe('<svg/>');
  });
});

describe('raw data', () => {
  it('raw data is served by the path of its task result', async () => {
    const data = await alice.api.downloadFile(pathQuery(files.rawDataPath));
    expect([await data.text(), data.type.split(';')[0]]).toEqual(['delay,signal\n', 'text/csv']);
  });
});

describe('a path', () => {
  it('the path of an artifact of another project is the same 404 as one that leads nowhere', async () => {
    for (const [call, path] of [
      [bob.api.getFigureByPath, files.figurePath],
      [bob.api.downloadFile, files.rawDataPath],
      [alice.api.getFigureByPath, files.rawDataPath],
      [alice.api.downloadFile, files.figurePath],
      [alice.api.getFigureByPath, '/etc/passwd'],
      [alice.api.getFigureByPath, '../../../../etc/passwd'],
      [alice.api.getFigureByPath, `${files.figurePath}.bak`],
      [alice.api.downloadFile, files.rawDataPath.replace('1-only', '7-only')],
    ] as const)
      expect(await refusal(call(pathQuery(path)))).toMatchObject({
        status: 404,
        detail: expect.stringContaining(`File '${path}' not found in project`),
      });
    const paths = [files.figurePath];
    expect(await refusal(bob.api.downloadFiguresAsZip({ body: { paths } }))).toMatchObject({ status: 404 });
  });

  it('the path of an artifact needs a token', async () => {
    const answer = await world.raw('GET', `/executions/figure?path=${encodeURIComponent(files.figurePath)}`);
    expect(answer.status).toBe(401);
  });
});
