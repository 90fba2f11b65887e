import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FLOW_CODE_LIMIT_BYTES } from '#shared/flows/rules/names.ts';
import { refusal } from '../support/refusal.ts';
import { sampleFlow } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

let counter = 0;
/** A project of its own, with the managed flow `morning` in three versions and the worker's flow `lab`. */
async function project(): Promise<Caller> {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-4' } });
  const flow = { name: 'morning', chip_id: 'c', description: 'each day', tags: ['daily'] };
  for (const n of [1, 2, 3]) await owner.api.saveFlow({ body: { ...flow, code: `${sampleFlow}# ${n}\n` } });
  await owner.api.saveFlow({ body: { name: 'lab', chip_id: 'c', code: 'print("hello")\n', runner: 'worker' } });
  return owner;
}
const contentOf = (path: string) => owner.api.getFileContent({ query: { path } });
const save = (path: string, content: string) => owner.api.saveFileContent({ body: { path, content } });
const file = (path: string) => ({ name: path.split('/').at(-1), path, type: 'file', children: null });

it('flows are folders of their versions, and every file of the tree is read', async () => {
  await project();
  const [root, ...more] = await owner.api.getFileTree({});
  expect(more).toEqual([]);
  expect(root).toMatchObject({ name: 'flows', path: 'flows', type: 'directory' });
  const versions = ['flows/morning/v1.yaml', 'flows/morning/v2.yaml', 'flows/morning/v3.yaml'];
  expect(root?.children).toEqual([
    { name: 'lab', path: 'flows/lab', type: 'directory', children: [file('flows/lab/v1.py')] },
    { name: 'morning', path: 'flows/morning', type: 'directory', children: versions.map(file) },
  ]);
  const content = `${sampleFlow}# 2\n`;
  const { modified, ...read } = await contentOf('flows/morning/v2.yaml');
  expect(read).toEqual({ content, path: 'flows/morning/v2.yaml', name: 'v2.yaml', size: content.length });
  const { saved_at } = await owner.api.getFlowVersion({ params: { name: 'morning', version: 2 } });
  expect(modified).toBe(saved_at);
  expect((await contentOf('flows/lab/v1.yaml')).path).toBe('flows/lab/v1.py');
});

it('a folder shows the newest twenty versions, and an older one is still read by its path', async () => {
  await project();
  for (let n = 4; n <= 23; n += 1) await save(`flows/morning/v${n - 1}.yaml`, `${sampleFlow}# ${n}\n`);
  const [root] = await owner.api.getFileTree({});
  const shown = root?.children?.find(({ name }) => name === 'morning')?.children ?? [];
  expect(shown.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, n) => `v${n + 4}.yaml`));
  expect((await contentOf('flows/morning/v1.yaml')).content).toBe(`${sampleFlow}# 1\n`);
});

it('a file is saved as a version of its flow, which keeps all else', async () => {
  await project();
  const { path, message } = await save('flows/morning/v3.yaml', `${sampleFlow}# by file\n`);
  expect([path, message]).toEqual(['flows/morning/v4.yaml', "Saved as 'flows/morning/v4.yaml'"]);
  expect(await owner.api.getFlow({ params: { name: 'morning' } })).toMatchObject({
    ...{ version: 4, code: `${sampleFlow}# by file\n`, description: 'each day', tags: ['daily'], runner: 'managed' },
  });
  const again = await save(path, `${sampleFlow}# by file\n`);
  expect(again).toEqual({ message: "'flows/morning/v4.yaml' is unchanged", path });
});

it('a file is not saved over what others have saved, nor with a mistake, nor where there is no flow', async () => {
  await project();
  const refused = await Promise.all(
    [
      save('flows/morning/v2.yaml', sampleFlow),
      save('flows/morning/v4.yaml', sampleFlow),
      save('flows/morning/v3.yaml', 'stages:\n  - {name: a, tasks: [CheckTT1]}\n'),
      save('flows/evening/v1.yaml', sampleFlow),
      save('flows/morning', sampleFlow),
      save('../secrets/v1.yaml', sampleFlow),
    ].map(refusal),
  );
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 400, 400, 400, 400]);
  expect(refused[0]?.detail).toContain('which is 3');
  expect((await owner.api.getFlow({ params: { name: 'morning' } })).version).toBe(3);
});

it.each([
  'flows/morning/v9.yaml',
  'flows/evening/v1.yaml',
  'flows/morning/v0.yaml',
  'flows/morning/v1.txt',
  'flows/morning/v1.yaml/more',
  'flows/mo.rning/v1.yaml',
  'elsewhere/morning/v1.yaml',
  'flows/../flows/morning/v1.yaml',
  'flows',
  'flows/morning',
])('the path %s names no file', async (path) => {
  if (!owner) await project();
  expect((await refusal(contentOf(path))).status).toBe(400);
});

it('an archive has one version, the folder of a flow, or all flows as they are', async () => {
  await project();
  const filesOf = async (path: string) => {
    const archive = await (await owner.api.downloadZipFile({ query: { path } })).bytes();
    return Object.fromEntries(
      Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, `${Buffer.from(bytes)}`]),
    );
  };
  const [first, second, third] = [1, 2, 3].map((n) => `${sampleFlow}# ${n}\n`);
  expect(await filesOf('flows/morning/v2.yaml')).toEqual({ 'morning/v2.yaml': second });
  expect(await filesOf('flows/morning')).toEqual({
    ...{ 'morning/v1.yaml': first, 'morning/v2.yaml': second, 'morning/v3.yaml': third },
  });
  expect(await filesOf('/flows/')).toEqual({ 'morning/v3.yaml': third, 'lab/v1.py': 'print("hello")\n' });
  for (const path of ['flows/evening', 'flows/morning/v9.yaml', 'x'])
    expect((await refusal(owner.api.downloadZipFile({ query: { path } }))).status).toBe(400);
});

it('the folder of a flow with the largest versions is an answer, and more than one answer holds is refused', async () => {
  await project();
  const large = (n: number) => `# ${'x'.repeat(FLOW_CODE_LIMIT_BYTES - 20)} ${n}\n`;
  const save = (name: string, n: number) =>
    owner.api.saveFlow({ body: { name, chip_id: 'c', code: large(n), runner: 'worker' } });
  for (let n = 0; n < 22; n += 1) await save('large', n);
  const folder = await (await owner.api.downloadZipFile({ query: { path: 'flows/large' } })).bytes();
  expect(Object.keys(unzipSync(folder))).toHaveLength(20);
  for (let n = 0; n < 20; n += 1) await save(`large_${n}`, n);
  const { status, detail } = await refusal(owner.api.downloadZipFile({ query: { path: 'flows' } }));
  expect([status, detail]).toEqual([400, expect.stringContaining('ask for one flow')]);
});

it('a deleted flow is in no tree and no helper, and its versions stay readable', async () => {
  await project();
  await owner.api.deleteFlow({ params: { name: 'morning' } });
  const [root] = await owner.api.getFileTree({});
  expect(root?.children?.map(({ name }) => name)).toEqual(['lab']);
  expect(await owner.api.listFlowHelperFiles({})).toEqual(['lab.py']);
  expect((await contentOf('flows/morning/v3.yaml')).content).toBe(`${sampleFlow}# 3\n`);
});

it('helpers are the sources of flows as they are', async () => {
  await project();
  expect(await owner.api.listFlowHelperFiles({})).toEqual(['lab.py', 'morning.yaml']);
  expect(await owner.api.getFlowHelperFile({ params: { filename: 'morning.yaml' } })).toBe(`${sampleFlow}# 3\n`);
  for (const filename of ['evening.yaml', 'morning', '..yaml', 'morning.exe'])
    expect((await refusal(owner.api.getFlowHelperFile({ params: { filename } }))).status).toBe(404);
});

it('the state of the files names the last save, and every save and deletion changes its digest', async () => {
  const { api } = await project();
  const before = await api.getGitStatus({});
  expect(before).toMatchObject({ is_git_repo: false, is_dirty: false, changed_files: [], untracked_files: [] });
  expect(before.commit_message).toBe(`Flow 'lab': version 1 by '${owner.username}'`);
  await save('flows/morning/v3.yaml', `${sampleFlow}# 4\n`);
  const after = await api.getGitStatus({});
  expect(after.commit_message).toBe(`Flow 'morning': version 4 by '${owner.username}'`);
  await api.deleteFlow({ params: { name: 'morning' } });
  const deleted = await api.getGitStatus({});
  expect(new Set([before, after, deleted].map(({ commit }) => commit)).size).toBe(3);
  await api.deleteFlow({ params: { name: 'lab' } });
  expect(await api.getGitStatus({})).toMatchObject({ commit: null, commit_message: null, committed_at: null });
});

it.each([
  ['yaml', 'a: [1, 2]', true],
  ['YML', 'a: [1, 2', false],
  ['json', '{"a": 1}', true],
  ['json', '{a: 1}', false],
] as const)('%s is looked over: %s', async (file_type, content, valid) => {
  if (!owner) await project();
  const found = await owner.api.validateFileContent({ body: { content, file_type } });
  expect(found.valid).toBe(valid);
  expect(found.error === null).toBe(valid);
  expect(found.message).toMatch(valid ? /^Valid / : /^Invalid .*: ./);
});

it('a kind of file that is neither YAML nor JSON is refused', async () => {
  if (!owner) await project();
  const refused = await refusal(owner.api.validateFileContent({ body: { content: 'x', file_type: 'toml' } }));
  expect([refused.status, refused.detail]).toEqual([400, "file_type 'toml' is none of yaml, yml and json"]);
});
