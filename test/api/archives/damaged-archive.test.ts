import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#shared/api/client.ts';
import { scan } from '#test/support/runs/run-results.ts';
import {
  beginningBody,
  importArchive,
  type MemoryArchive,
  tinyArchive,
  uploadFiles,
} from '../support/project-archive.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let other: Caller;
let admin: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  other = await world.register('other');
  admin = world.admin.api;
});
afterAll(() => world.stop());

type Line = { kind: string; version: number; rev: number; record: Record<string, unknown>; bytes?: string[] };

let number = 0;
function fresh(): MemoryArchive {
  number += 1;
  return tinyArchive(owner, `archive ${number}`);
}

const ofProject = ({ projectId }: MemoryArchive) => ({ params: { project_id: projectId } });
const at = '2025-01-01T00:00:00.000Z';

/** A line of a kind of record, of the project unless its fields say otherwise. */
const line = (projectId: string, kind: string, record: Record<string, unknown>, more: Partial<Line> = {}): string =>
  JSON.stringify({ kind, version: 1, rev: 1, record: { projectId, ...record }, ...more });

/** Begins an import of one line behind a good one. */
async function begin(archive: MemoryArchive, more: string) {
  const lines = [...archive.lines, more];
  const { import_id } = await admin.createProjectImport({
    ...ofProject(archive),
    body: beginningBody({ ...archive, lines }),
  });
  return { ...ofProject(archive), body: { import_id, from: 0, lines } };
}

const refused: [what: string, lineOf: (own: string, foreign: string) => string, said: RegExp][] = [
  ['is not JSON', () => '{"kind":"tag"', /is not a line of an archive/],
  ['is a list', () => '[1]', /is not a line of an archive/],
  ['has no record', () => '{"kind":"tag","version":1,"rev":1}', /is not a line of an archive/],
  ['has no revision', (own) => line(own, 'tag', { name: 'x' }, { rev: -1 }), /is not a line of an archive/],
  [
    'brings a prototype',
    (own) => `{"kind":"tag","version":1,"rev":1,"record":{"projectId":"${own}","name":"x","__proto__":{"a":1}}}`,
    /is not a line of an archive/,
  ],
  ['is of another project', (_, foreign) => line(foreign, 'tag', { name: 'x' }), /is not a record of project/],
  ['is of no project', () => line('x', 'tag', { name: 'x', projectId: undefined }), /is not a record/],
  [
    'names a project whose id only begins so',
    (own) => line(`${own}x`, 'tag', { name: 'x' }),
    /is not a record of project/,
  ],
  [
    'is on a list of another project',
    (own, foreign) => line(own, 'list-head', { index: 'gsi2', pk: `P#${foreign}#COOLDOWN` }),
    /is not a record/,
  ],
  ['is on the list of the sweep', (own) => line(own, 'list-head', { index: 'gsi2', pk: 'PENDING' }), /is not a record/],
  ['is a user', () => line('x', 'user', { userId: 'usr_x', systemRole: 'admin' }), /is of the kind 'user', which/],
  ['is an API token', () => line('x', 'api-token', { userId: 'usr_x' }), /is of the kind 'api-token', which/],
  ['is the mirror of a membership', () => line('x', 'member-mirror', {}), /is of the kind 'member-mirror', which/],
  ['is a signing key', () => line('x', 'signing-key', { kid: 'x' }), /is of the kind 'signing-key', which/],
  ['is the job of a chip', (own) => line(own, 'chip-job', { chipId: 'x' }), /is of the kind 'chip-job', which/],
  ['is a member', (own) => line(own, 'member', { username: 'other', role: 'owner' }), /belongs into the head alone/],
  ['is the project', (own) => line(own, 'project', { name: 'x', purgeAt: at }), /belongs into the head alone/],
  [
    'is of a newer version',
    (own) => line(own, 'tag', { name: 'x' }, { version: 99 }),
    /of version 99; this service knows up to 1/,
  ],
  [
    'has a number where its key has a name',
    (own) => line(own, 'tag', { name: 7 }),
    /is not a record of the kind 'tag'/,
  ],
  ['has an id longer than a key', (own) => line(own, 'tag', { name: 'x'.repeat(2000) }), /an id that is too long/],
  [
    'is larger than an item',
    (own) => line(own, 'tag', { name: 'x', more: 'x'.repeat(500_000) }),
    /is a 'tag' of more than 390 KB/,
  ],
  ['is there twice', (own) => line(own, 'tag', { name: 'cold' }), /a line before it is as well/],
  ['names a file of another project', (_, foreign) => file(`raw/${foreign}/run/1.zip`), /does not belong to project/],
  ['names a file outside of the folders', (own) => file(`downloads/${own}/x.zip`), /does not belong to project/],
  ['names a file above its folder', (own) => file(`raw/${own}/../../figures/x.zip`), /does not belong to project/],
  [
    'names a file without its hash',
    (own) => JSON.stringify({ kind: 'file', path: `raw/${own}/x`, size_bytes: 1 }),
    /names no file/,
  ],
];

function file(path: string): string {
  return JSON.stringify({ kind: 'file', path, size_bytes: 1, sha256: '0'.repeat(64) });
}

describe('a line of an archive', () => {
  it.each(refused)(
    'a line that %s is refused by its number, and nothing of its request is written',
    async (_, lineOf, said) => {
      const archive = fresh();
      const request = await begin(archive, lineOf(archive.projectId, other.projectId));
      const before = await world.scan();
      await expect(admin.appendProjectImportLines(request)).rejects.toMatchObject({
        status: 400,
        detail: expect.stringMatching(said),
      });
      expect(await world.scan()).toBe(before);
      await admin.deleteProjectImport(ofProject(archive));
    },
  );

  it('a line that is refused is named by its number in the whole archive', async () => {
    const archive = fresh();
    const request = await begin(archive, '{}');
    const { import_id, lines } = request.body;
    await admin.appendProjectImportLines({ ...request, body: { import_id, from: 0, lines: lines.slice(0, 1) } });
    await expect(
      admin.appendProjectImportLines({ ...request, body: { import_id, from: 1, lines: lines.slice(1) } }),
    ).rejects.toMatchObject({ detail: 'Line 2 is not a line of an archive' });
  });

  it('a line brings in no secret of a claim, no one who waits, no holder of a lock and no schedule that fires', async () => {
    const archive = fresh();
    const of = archive.projectId;
    const run = { flowRunId: 'run', executionId: '20250101-001', runner: 'worker', createdAt: at };
    const claim = {
      worker: 'w',
      userId: owner.userId,
      claimKey: 'known',
      formerKeys: ['older'],
      fence: 1,
      resumed: false,
    };
    archive.lines.push(
      line(of, 'run', { ...run, waiting: { kind: 'worker', token: 'token' }, claim }),
      line(of, 'lock', {
        last: { date: '20250101', index: 1 },
        holder: { executionId: '20250101-001', acquiredAt: at },
      }),
      line(of, 'schedule', { scheduleId: 's', flowName: 'f', active: true, syncDueAt: at }, { version: 2 }),
      line(of, 'run-queue', { queued: { flowRunId: 'x', queuedAt: at } }),
    );
    await importArchive(admin, archive);
    const rows = (await scan(world.stack.runtime.db)).filter(({ pk }) => String(pk).startsWith(`P#${of}`));
    const text = JSON.stringify(rows);
    expect(text).not.toMatch(
      /known|older|"waiting":(?!\[\])|"holder"|"queued"|syncDueAt|gsi3pk|PENDING|HELD|SCHEDULED|QUEUED/,
    );
    expect(text).toContain('"active":false');
  });
});

describe('the head of an archive', () => {
  const damaged: [what: string, damage: (head: string[]) => string[]][] = [
    ['no project', (head) => head.slice(1)],
    ['two projects', ([project = '', ...rest]) => [project, project, ...rest]],
    ['no owner', ([project = '']) => [project]],
    [
      'two owners',
      (head) => [...head, (head[1] ?? '').replaceAll('"owner"', '"other"').replace('"role":"other"', '"role":"owner"')],
    ],
    [
      'a member of another project',
      ([project = '', member = '']) => [project, member.replace(/"projectId":"[^"]+"/, '"projectId":"x"')],
    ],
    ['an unknown role', ([project = '', member = '']) => [project, member.replace('"role":"owner"', '"role":"admin"')]],
    [
      'a member twice',
      ([project = '', member = '']) => [project, member, member.replace('"role":"owner"', '"role":"viewer"')],
    ],
    ['a line that is none', (head) => [...head, 'x']],
    ['a project without tags', ([project = '', ...rest]) => [project.replace('"tags":[]', '"tags":3'), ...rest]],
  ];
  it.each(damaged)('a head with %s is refused, and no import begins', async (_, damage) => {
    const archive = fresh();
    const before = await world.scan();
    const body = beginningBody({ ...archive, head: damage(archive.head) });
    await expect(admin.createProjectImport({ ...ofProject(archive), body })).rejects.toMatchObject({ status: 400 });
    expect(await world.scan()).toBe(before);
  });

  it('a head of a format that is newer than the service, or under another project id, is refused', async () => {
    const archive = fresh();
    const body = beginningBody(archive);
    await expect(
      admin.createProjectImport({ ...ofProject(archive), body: { ...body, format: 2 } }),
    ).rejects.toMatchObject({
      status: 400,
      detail: expect.stringContaining('format 2'),
    });
    const elsewhere = { params: { project_id: other.projectId } };
    await expect(admin.createProjectImport({ ...elsewhere, body })).rejects.toMatchObject({
      status: 409,
      code: 'already_exists',
    });
    const free = { params: { project_id: 'another-id' } };
    await expect(admin.createProjectImport({ ...free, body })).rejects.toMatchObject({ status: 400 });
  });

  it('a head that says of its project that it is deleted, or waits to be purged, brings in neither', async () => {
    const archive = fresh();
    archive.head[0] = (archive.head[0] ?? '').replace(
      '"tags"',
      `"deletedAt":"${at}","purgeAt":"${at}","purgingSince":"${at}","tags"`,
    );
    await importArchive(admin, archive);
    expect(await owner.api.getProject(ofProject(archive))).toMatchObject({ project_id: archive.projectId });
  });

  it('a project whose name its owner has already is refused, and imported under another name', async () => {
    const archive = tinyArchive(owner, "owner's project");
    const body = beginningBody(archive);
    await expect(admin.createProjectImport({ ...ofProject(archive), body })).rejects.toMatchObject({
      status: 409,
      code: 'already_exists',
    });
    const renamed = beginningBody(archive, 'from elsewhere');
    const { import_id } = await admin.createProjectImport({ ...ofProject(archive), body: renamed });
    await admin.appendProjectImportLines({ ...ofProject(archive), body: { import_id, from: 0, lines: archive.lines } });
    await admin.finishProjectImport({ ...ofProject(archive), body: { import_id } });
    expect(await owner.api.getProject(ofProject(archive))).toMatchObject({ name: 'from elsewhere' });
  });
});

describe('people of an archive', () => {
  const memberLine = (projectId: string, username: string, role: string, userId = `usr_of_${username}`) =>
    line(projectId, 'member', { username, userId, role, status: 'active', createdAt: at, updatedAt: at });

  it('members become the users of the same names here, others are left out, and no account is made or changed', async () => {
    const archive = tinyArchive({ userId: 'usr_elsewhere', username: 'owner' }, 'shared');
    archive.head.push(
      memberLine(archive.projectId, 'other', 'viewer'),
      memberLine(archive.projectId, 'nobody-here', 'editor'),
    );
    const people = async () =>
      (await scan(world.stack.runtime.db)).filter(({ entity }) =>
        ['user', 'username', 'api-token'].includes(String(entity)),
      );
    const before = await people();
    const { members_left_out } = await admin.createProjectImport({
      ...ofProject(archive),
      body: beginningBody(archive),
    });
    expect(members_left_out).toEqual(['nobody-here']);
    await importArchive(admin, archive);
    expect(await people()).toEqual(before);
    const { members } = await owner.api.listProjectMembers(ofProject(archive));
    expect(members.map(({ username, user_id, role }) => [username, user_id, role])).toEqual([
      ['other', other.userId, 'viewer'],
      ['owner', owner.userId, 'owner'],
    ]);
    expect((await other.api.listProjects({ query: {} })).projects.map(({ project_id }) => project_id)).toContain(
      archive.projectId,
    );
    await expect(admin.getProject(ofProject(archive))).rejects.toMatchObject({ status: 403 });
  });

  it('a project whose owner has no account here belongs to the administrator who imports it', async () => {
    const archive = tinyArchive({ userId: 'usr_far', username: 'far-away' }, 'orphan');
    archive.head.push(
      memberLine(archive.projectId, 'admin', 'viewer'),
      memberLine(archive.projectId, 'other', 'editor'),
    );
    await importArchive(admin, archive);
    expect(await admin.getProject(ofProject(archive))).toMatchObject({ owner_username: 'admin' });
    const { members } = await admin.listProjectMembers(ofProject(archive));
    expect(members.map(({ username, role }) => [username, role])).toEqual([
      ['admin', 'owner'],
      ['other', 'editor'],
    ]);
  });
});

describe('an archive that is damaged', () => {
  it('an archive with another byte than was announced, or without a line, is not finished, and no one sees anything of it', async () => {
    const archive = fresh();
    archive.lines.push(line(archive.projectId, 'tag', { name: 'warm' }));
    const body = beginningBody(archive);
    const { import_id } = await admin.createProjectImport({ ...ofProject(archive), body });
    const [first = '', second = ''] = archive.lines;
    await admin.appendProjectImportLines({ ...ofProject(archive), body: { import_id, from: 0, lines: [first] } });
    const finish = () => admin.finishProjectImport({ ...ofProject(archive), body: { import_id } });
    await expect(finish()).rejects.toMatchObject({ status: 409, detail: 'Of the 2 lines of the archive 1 are there' });
    const changed = second.replace('warm', 'worm');
    await admin.appendProjectImportLines({ ...ofProject(archive), body: { import_id, from: 1, lines: [changed] } });
    await expect(finish()).rejects.toMatchObject({ status: 409, detail: expect.stringContaining('damaged') });
    const more = { import_id, from: 2, lines: [first] };
    await expect(admin.appendProjectImportLines({ ...ofProject(archive), body: more })).rejects.toMatchObject({
      status: 400,
    });
    await expect(owner.api.getProject(ofProject(archive))).rejects.toMatchObject({ status: 403 });
    await admin.deleteProjectImport(ofProject(archive));
  });

  it('a file that is not what its hash says is not taken, and its line waits until it is there', async () => {
    const archive = fresh();
    const path = `figures/${archive.projectId}/run/1.zip`;
    archive.files.set(path, Buffer.from('right'));
    const [said] = [...archive.files].map(([, bytes]) => bytes);
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256')
      .update(said ?? '')
      .digest('hex');
    archive.lines.push(JSON.stringify({ kind: 'file', path, size_bytes: 5, sha256 }));
    const { import_id } = await admin.createProjectImport({ ...ofProject(archive), body: beginningBody(archive) });
    const send = () =>
      admin.appendProjectImportLines({ ...ofProject(archive), body: { import_id, from: 0, lines: archive.lines } });
    await expect(send()).rejects.toMatchObject({ status: 409, detail: `File '${path}' is not there; upload it first` });
    const files = [{ path, size_bytes: 5, sha256 }];
    const { uploads } = await admin.createProjectImportUploads({ ...ofProject(archive), body: { import_id, files } });
    const [{ url = '', headers = {} } = {}] = uploads;
    expect((await fetch(url, { method: 'PUT', headers, body: 'wrong' })).status).toBe(400);
    expect((await fetch(url.replace(/sha256=\w+/, 'sha256='), { method: 'PUT', headers, body: 'wrong' })).status).toBe(
      403,
    );
    await expect(send()).rejects.toMatchObject({ status: 409 });
    expect(await uploadFiles(admin, import_id, archive)).toBe(1);
    expect(await send()).toMatchObject({ taken: 2 });
    const outside = [{ path: `figures/${other.projectId}/run/1.zip`, size_bytes: 5, sha256 }];
    await expect(
      admin.createProjectImportUploads({ ...ofProject(archive), body: { import_id, files: outside } }),
    ).rejects.toMatchObject({ status: 400 });
    await admin.deleteProjectImport(ofProject(archive));
  });

  it('an import that is not the one under way, or of which there is none, takes nothing', async () => {
    const archive = fresh();
    const { import_id } = await admin.createProjectImport({ ...ofProject(archive), body: beginningBody(archive) });
    const body = { import_id: 'another', from: 0, lines: archive.lines };
    await expect(admin.appendProjectImportLines({ ...ofProject(archive), body })).rejects.toMatchObject({
      status: 409,
    });
    await expect(
      admin.finishProjectImport({ ...ofProject(archive), body: { import_id: 'another' } }),
    ).rejects.toMatchObject({ status: 409 });
    const none = { params: { project_id: 'none' } };
    await expect(admin.appendProjectImportLines({ ...none, body })).rejects.toMatchObject({ status: 404 });
    await expect(admin.getProjectImport({ params: { project_id: owner.projectId } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(admin.deleteProjectImport(none)).rejects.toMatchObject({ status: 404 });
    expect(import_id).not.toBe('another');
  });
});
