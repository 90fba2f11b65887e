import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readHead } from '#shared/archives/verbs/import/read-head.ts';
import { type Doc, small } from '#test/support/qdash/dump/fields.ts';
import { writeDump } from '#test/support/qdash/dump/write.ts';
import { openArchive } from '../../../../cli/archive/open-archive.ts';
import { type MadeArchives, makeArchives } from '../../../../cli/qdash/make-archives.ts';
import { reportText } from '../../../../cli/qdash/report.ts';
import { userCsv } from '../../../../cli/qdash/users.ts';

const at = new Date('2026-03-01T10:00:00Z');
const ofChip = { project_id: 'lab', chip_id: 'alpha', username: 'anna', start_at: at, end_at: at };
const lab: [string, Doc][] = [
  ['user', { username: 'anna', user_id: 'u-anna' }],
  ['project', { project_id: 'lab', owner_username: 'anna', name: 'Lab' }],
  ['chip', { project_id: 'lab', chip_id: 'alpha', username: 'anna', size: 1 }],
  ['qubit', { project_id: 'lab', chip_id: 'alpha', username: 'anna', qid: '0', data: {} }],
];
const run = (more: Doc = {}): [string, Doc] => [
  'execution_history',
  { ...ofChip, execution_id: '20260301-000', name: 'nightly', status: 'completed', ...more },
];
const result = (task_id: string, more: Doc): [string, Doc] => [
  'task_result_history',
  {
    ...ofChip,
    task_id,
    execution_id: '20260301-000',
    name: 'CheckT1',
    task_type: 'qubit',
    qid: '0',
    status: 'completed',
    ...more,
  },
];

/** Text that compression makes little smaller. */
const noise = (length: number): string => {
  const digests = Array.from({ length: Math.ceil(length / 44) }, (_, n) =>
    createHash('sha256').update(String(n)).digest('base64'),
  );
  return digests.join('').slice(0, length);
};

describe('the archives that are made of an odd dump', () => {
  let folder: string;
  let made: MadeArchives;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fiducial-odd-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const make = async (documents: [string, Doc][], files?: string) => {
    await writeDump(join(folder, 'dump'), small, 'bson', documents);
    made = await makeArchives({ dump: join(folder, 'dump'), files }, join(folder, 'made'));
  };
  const records = async (kind: string): Promise<Doc[]> => {
    const archive = await openArchive(made.projects.find(({ projectId }) => projectId === 'lab')?.file ?? '');
    const lines = (await Promise.all(archive.manifest.parts.map((part) => archive.linesOf(part)))).flat();
    return lines.map((line) => JSON.parse(line)).flatMap((line) => (line.kind === kind ? (line.record ?? line) : []));
  };
  const examples = (kind: string, text: string) =>
    made.report.remarks.filter((one) => one.kind === kind && one.message.includes(text)).flatMap((one) => one.examples);

  test('a project whose id leads out of the folder of the import is refused, and no other file is touched', async () => {
    await writeFile(join(folder, 'precious'), 'kept');
    const odd = ['.', '..', '', 'a/b', 'x'.repeat(300)].flatMap((project_id): [string, Doc][] => [
      ['project', { project_id, owner_username: 'anna', name: 'Odd' }],
      ['chip', { project_id, chip_id: 'beta', username: 'anna' }],
    ]);
    await make([...lab, ...odd, ['project', { project_id: 'lab', owner_username: 'anna', name: 'Lab, renamed' }]]);
    expect((await readdir(folder)).sort()).toEqual(['dump', 'made', 'precious']);
    expect(made.projects.map(({ projectId, name }) => [projectId, name])).toEqual([['lab', 'Lab, renamed']]);
    expect(made.report.collections.project).toMatchObject({ documents: 7, imported: 1, merged: 1, refused: 5 });
    expect(await readFile(join(folder, 'made', 'kept', 'refused.project.jsonl'), 'utf8')).toContain('".."');
  });

  test('a link that leads out of the folder of files is not followed', async () => {
    const files = join(folder, 'files');
    await mkdir(join(files, 'calib_data'), { recursive: true });
    await writeFile(join(folder, 'key'), 'a key of the administrator');
    await writeFile(join(files, 'own.png'), 'a figure');
    await symlink(join(folder, 'key'), join(files, 'calib_data', 'key.png'));
    await symlink(join(files, 'own.png'), join(files, 'calib_data', 'own.png'));
    const figure_path = ['/app/calib_data/key.png', '/app/calib_data/own.png'];
    await make([...lab, run(), result('t1', { figure_path })], files);
    expect(made.report.files).toEqual({ named: 2, imported: 1, missing: 1 });
    expect(examples('left_out', 'not in --files')).toEqual(['/app/calib_data/key.png']);
  });

  test('values that are too large for a record are left out, and a record that is too large anyway is refused', async () => {
    await make([
      ...lab,
      run(),
      result('long-trace', { output_parameters: { trace: { value: [noise(800_000)] }, t1: { value: 30, error: 1 } } }),
      result('short-trace', { output_parameters: { trace: { value: [noise(1000)] } } }),
      result('x'.repeat(3000), {}),
      result('long-message', { message: noise(800_000) }),
    ]);
    const results = await records('task-result');
    expect(results.map(({ taskId, note }) => [taskId, Object.keys(note as Doc)])).toEqual([
      ['long-trace', []],
      ['short-trace', ['qdash']],
    ]);
    expect(results[0]?.outputParameters).toMatchObject({ t1: { value: 30 } });
    expect(examples('left_out', 'too large for a record')).toEqual(['long-trace']);
    expect(examples('refused', 'more than 390 KB')).toEqual(['long-message']);
    expect(examples('refused', 'an id that is too long')).toEqual(['x'.repeat(3000)]);
    expect(made.report.collections.task_result_history).toMatchObject({ documents: 4, imported: 2, refused: 2 });
    expect(await records('chip-statistics')).toMatchObject([{ completed: 2, taskResults: 2 }]);
  });

  test('a record that is nested deeper than the table stores is refused, and values in a result may be nested as deeply as in QDash', async () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
    const deep = { deep: nested(150) };
    await make([
      ...lab,
      run({ execution_id: '20260301-001', note: deep }),
      run({ note: { flat: nested(20) } }),
      result('deep', { note: deep, output_parameters: { trace: { value: deep } } }),
    ]);
    expect((await records('execution')).map(({ executionId }) => executionId)).toEqual(['20260301-000']);
    expect(made.report.remarks).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'refused', collection: 'execution_history', count: 1 },
        message: expect.stringContaining('nested more than 32 levels deep'),
      }),
    );
    expect((await records('task-result')).map(({ note }) => note)).toMatchObject([deep]);
  });

  test('a collection or a field with a name that every object has is not known, and is kept', async () => {
    await make([...lab, run({ constructor: 'x' }), ['constructor', { project_id: 'lab', a: 1 }]]);
    expect(made.report.collections.constructor).toMatchObject({ documents: 1, kept: 1 });
    const messages = made.report.remarks.map(({ message }) => message);
    expect(messages).toContain('a collection that is not known: kept in the archive of the import');
    expect(messages).toContain("field 'constructor' is not known");
  });

  test('the text of the report has no sequence that controls a terminal, and no long example', async () => {
    await make([
      ...lab,
      run({ username: '\u001b[2Jghost\n' }),
      run({ username: 'x'.repeat(300), execution_id: '20260301-001' }),
    ]);
    const text = reportText(made.report);
    expect(text).toContain('\uFFFD[2Jghost\uFFFD');
    expect(text).not.toContain('\u001b');
    expect(text).toContain(`${'x'.repeat(100)}…`);
    expect(text).not.toContain('x'.repeat(101));
  });

  test('a list of users says who is disabled, whose password someone else set, and who becomes an administrator', async () => {
    const hashed_password = '$2b$12$abcdefghijklmnopqrstuuYgCtxNYRXa5fMYFcbLexssodaBOALvC';
    await make([
      ['user', { username: 'anna', hashed_password, must_change_password: true }],
      ['user', { username: 'bert', hashed_password, disabled: true, system_role: 'admin' }],
      ['user', { username: 'carl', hashed_password: hashed_password.replace('$12$', '$31$') }],
    ]);
    expect(userCsv(made.users).split('\r\n')).toEqual([
      'username,display_name,organization,system_role,password_hash,disabled,must_change_password',
      `anna,,,user,${hashed_password},false,true`,
      'bert,,,admin,,true,false',
      'carl,,,user,,false,false',
    ]);
    expect(examples('decision', 'becomes one here')).toEqual(['bert']);
    expect(examples('decision', 'not a bcrypt hash')).toEqual(['carl']);
  });

  test('a membership without a username is refused, and the head of its project is valid', async () => {
    await make([...lab, ['project_membership', { project_id: 'lab', username: null, role: 'viewer' }]]);
    expect(made.report.collections.project_membership).toMatchObject({ documents: 1, refused: 1 });
    const { head } = (await openArchive(made.projects[0]?.file ?? '')).manifest;
    expect(readHead('lab', head).members.map(({ username }) => username)).toEqual(['anna']);
  });

  test('of a run that is refused nothing comes', async () => {
    await make([...lab, run({ message: noise(800_000) })]);
    expect(made.report.collections.execution_history).toMatchObject({ documents: 1, refused: 1 });
    expect([...(await records('execution')), ...(await records('run'))]).toEqual([]);
  });

  const event = { project_id: 'lab', chip_id: 'alpha', scope: 'qubit', target_id: '0', actor: 'anna', created_at: at };

  test('documents without an _id are refused or imported one by one, and no other one is merged with them', async () => {
    await make([
      ...lab,
      ['note_event', { ...event, content: 'first' }],
      ['note_event', { ...event, content: 'second' }],
      ['note_event', { ...event, _id: { day: 1 }, content: 'third' }],
      ['note_event', { ...event, _id: { day: 2 }, content: 'fourth' }],
    ]);
    expect(made.report.collections.note_event).toMatchObject({ documents: 4, imported: 2, refused: 2, merged: 0 });
    expect((await records('note-event')).map(({ content }) => content)).toEqual(['third', 'fourth']);
  });

  test('a time that is not an instant of four digits of a year is taken as absent', async () => {
    await make([...lab, run({ end_at: new Date(8.64e15) }), result('t1', { start_at: new Date(-8.64e15) })]);
    expect(JSON.stringify([...(await records('execution')), ...(await records('task-result'))])).not.toMatch(
      /[+-]\d{6}-/,
    );
  });

  test('a project without a name has its id as its name', async () => {
    await make([...lab, ['project', { project_id: 'nameless', owner_username: 'anna', name: '  ' }]]);
    expect(made.projects.map(({ name }) => name)).toEqual(['Lab', 'nameless']);
  });

  test('a file of JSON lines may begin with a byte order mark, and an array is refused with what to do', async () => {
    await writeDump(join(folder, 'dump'), small, 'jsonl', lab);
    const file = join(folder, 'dump', 'user.jsonl');
    await writeFile(file, `\uFEFF${await readFile(file, 'utf8')}`);
    made = await makeArchives({ dump: join(folder, 'dump') }, undefined);
    expect(made.users.map(({ username }) => username)).toEqual(['anna']);
    await writeFile(file, '[{"username":"anna"}]');
    await expect(makeArchives({ dump: join(folder, 'dump') }, undefined)).rejects.toThrow(
      /export it without --jsonArray/,
    );
  });

  test('a collection whose file is a link is read', async () => {
    await writeDump(join(folder, 'elsewhere'), small, 'bson', lab);
    await mkdir(join(folder, 'dump'));
    for (const name of await readdir(join(folder, 'elsewhere')))
      await symlink(join(folder, 'elsewhere', name), join(folder, 'dump', name));
    made = await makeArchives({ dump: join(folder, 'dump') }, undefined);
    expect(made.report.collections.chip).toMatchObject({ documents: 1, imported: 1 });
  });

  test('a folder of files that is not there, and a topology that is not YAML, are named before anything is read', async () => {
    await writeDump(join(folder, 'dump'), small, 'bson', lab);
    const dump = join(folder, 'dump');
    await expect(makeArchives({ dump, files: join(folder, 'none') }, undefined)).rejects.toThrow(/--files .*none/);
    await mkdir(join(folder, 'config', 'topologies'), { recursive: true });
    await writeFile(join(folder, 'config', 'topologies', 'bad.yaml'), 'qubits: [');
    await expect(makeArchives({ dump, config: join(folder, 'config') }, undefined)).rejects.toThrow(
      /bad\.yaml is not YAML/,
    );
  });
});
