import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '#shared/archives/rules/import-report.ts';
import { lineOf } from '#shared/archives/store/archive-lines.ts';
import { importReportEntity } from '#shared/archives/store/import-reports.ts';
import { beginningOf, digestWith } from '#shared/kernel/archive-digest.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { tagEntity } from '#shared/results/store/task-registry.ts';
import { importReportOf } from '#test/support/archives/import-report.ts';
import { scan } from '#test/support/runs/run-results.ts';
import { importArchive, readArchive, tinyArchive } from '../support/project-archive.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

/** Imports an archive, or a delta of it, with a report. */
async function importWith(archive: ReturnType<typeof tinyArchive>, report: ImportReport | undefined, delta = false) {
  const params = { project_id: archive.projectId };
  const digest = digestWith(beginningOf(archive.head, undefined), archive.lines);
  const { head, lines } = archive;
  const body = { format: 1, head, lines: lines.length, digest, base: true, delta, ...(report && { report }) };
  const { import_id } = await world.admin.api.createProjectImport({ params, body });
  if (lines.length > 0) await world.admin.api.appendProjectImportLines({ params, body: { import_id, from: 0, lines } });
  const finish = () => world.admin.api.finishProjectImport({ params, body: { import_id } });
  while ((await finish()).status !== 'finished');
  return import_id;
}

const archiveOf = (name: string) => tinyArchive({ userId: owner.userId, username: owner.username }, name);

/** A delta that differs from all others: it has a tag of its own. */
const deltaOf = (archive: ReturnType<typeof tinyArchive>, name: string) => {
  const { projectId } = archive;
  const tag = tagEntity.encode({ projectId, name, username: owner.username, createdAt: '2025-01-02T00:00:00.000Z' }, 1);
  return { ...archive, lines: [lineOf(tag) ?? ''] };
};

const reportsOf = (caller: Caller, project_id: string, query: { skip?: number; limit?: number } = {}) =>
  caller.api.listProjectImports({ params: { project_id }, query });

describe('listProjectImports', () => {
  it('listProjectImports 200: every member reads the report of an import, with who imported it and who was left out', async () => {
    const archive = archiveOf('reported');
    const stranger = {
      projectId: archive.projectId,
      userId: 'u-gone',
      username: 'gone',
      role: 'viewer',
      status: 'active',
    };
    const at = { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-01T00:00:00.000Z' };
    archive.head.push(JSON.stringify({ kind: 'member', version: 1, rev: 1, record: { ...stranger, ...at } }));
    const import_id = await importWith(archive, importReportOf());
    const params = { project_id: archive.projectId };
    const viewer = await world.register('viewer-of-reports');
    await owner.api.inviteProjectMember({ params, body: { username: viewer.username } });
    await viewer.api.acceptProjectInvitation({ params: { ...params, username: viewer.username } });
    const { imports, total } = await reportsOf(viewer, archive.projectId);
    expect(total).toBe(1);
    expect(imports).toEqual([
      {
        ...{ import_id, imported_at: expect.any(String), imported_by: world.admin.username, delta: false },
        ...{ members_left_out: ['gone'], kept: 0, kept_examples: [], report: importReportOf() },
      },
    ]);
    const { import_reported_at } = await owner.api.getProject({ params });
    expect(import_reported_at).toBe(imports[0]?.imported_at);
    const other = await world.register('no-member');
    expect((await refusal(reportsOf(other, archive.projectId))).status).toBe(403);
  });

  it('listProjectImports: a project that was not imported, or without a report, has none', async () => {
    const archive = archiveOf('silent');
    await importWith(archive, undefined);
    for (const project_id of [archive.projectId, owner.projectId]) {
      expect(await reportsOf(owner, project_id)).toMatchObject({ imports: [], total: 0 });
      expect((await owner.api.getProject({ params: { project_id } })).import_reported_at).toBeNull();
    }
  });

  it('a delta adds its report, the newest first, and the same import again adds none', async () => {
    const archive = archiveOf('with deltas');
    await importWith(archive, importReportOf({ dump: 'monday' }));
    const delta = deltaOf(archive, 'tuesday');
    const report = importReportOf({ dump: 'tuesday', since: '2025-01-02T00:00:00.000Z' });
    world.advance(60);
    await importWith(delta, report, true);
    const { imports } = await reportsOf(owner, archive.projectId);
    expect(imports.map((one) => [one.report.dump, one.delta])).toEqual([
      ['tuesday', true],
      ['monday', false],
    ]);
    const before = await world.scan();
    await importWith(delta, report, true);
    await importWith(archive, importReportOf({ dump: 'monday' }));
    expect(await world.scan()).toEqual(before);
    const { import_reported_at } = await owner.api.getProject({ params: { project_id: archive.projectId } });
    expect(import_reported_at).toBe(imports[0]?.imported_at);
  });

  it('nothing of a report is seen before its import has ended, nor after it was given up', async () => {
    const archive = archiveOf('given up');
    const params = { project_id: archive.projectId };
    await importWith(archive, importReportOf());
    const delta = deltaOf(archive, 'begun');
    const digest = digestWith(beginningOf(delta.head, undefined), delta.lines);
    const body = { format: 1, head: delta.head, lines: 1, digest, base: true, delta: true, report: importReportOf() };
    await world.admin.api.createProjectImport({ params, body });
    expect((await reportsOf(owner, archive.projectId)).total).toBe(1);
    expect(await refusal(owner.api.getProjectArchive({ params }))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('is being imported into'),
    });
    const { lines } = await owner.api.getProjectArchiveRecords({ params });
    expect(lines.join()).not.toContain('project-import');
    await world.admin.api.deleteProjectImport({ params });
    expect((await reportsOf(owner, archive.projectId)).total).toBe(1);
  });

  it('a project keeps the report of the full import and those of the last 49 deltas, in pages', async () => {
    const archive = archiveOf('many deltas');
    await importWith(archive, importReportOf({ dump: 'full' }));
    const { projectId } = archive;
    const earlier = Array.from({ length: 49 }, (_, n) => ({
      ...{ projectId, importId: `delta-${n}`, at: new Date(world.now().getTime() + 1000 * (n + 1)).toISOString() },
      ...{ by: 'admin', isDelta: true as const, leftOut: [], kept: 0, keptExamples: [] },
      report: importReportOf({ dump: `delta ${n + 1}` }),
    }));
    await batchWriteItems(
      world.stack.runtime.db,
      earlier.map((record) => ({ put: importReportEntity.encode(record, 1) })),
    );
    world.advance(60);
    for (const n of [50, 51])
      await importWith(deltaOf(archive, `tag-${n}`), importReportOf({ dump: `delta ${n}` }), true);
    const dumps = async (query: { skip?: number; limit?: number }) => {
      const { imports, total } = await reportsOf(owner, archive.projectId, query);
      expect(total).toBe(50);
      return imports.map(({ report }) => report.dump);
    };
    expect(await dumps({})).toEqual(Array.from({ length: 10 }, (_, n) => `delta ${51 - n}`));
    expect(await dumps({ skip: 48, limit: 50 })).toEqual(['delta 3', 'full']);
  });

  it('the reports leave with the project in its archive, and enter another service', async () => {
    const archive = archiveOf('that moves');
    await importWith(archive, importReportOf());
    const read = await readArchive(owner.api, world.stack.url, archive.projectId);
    const before = await reportsOf(owner, archive.projectId);
    const params = { project_id: archive.projectId };
    // As on a service that never had the project.
    const { db } = world.stack.runtime;
    const own = (await scan(db)).filter(({ pk, projectId }) => [pk, projectId].join().includes(archive.projectId));
    await batchWriteItems(
      db,
      own.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } })),
    );
    expect((await refusal(reportsOf(owner, archive.projectId))).status).toBe(403);
    await importArchive(world.admin.api, read);
    expect(await reportsOf(owner, archive.projectId)).toEqual(before);
    const { import_reported_at } = await owner.api.getProject({ params });
    expect(import_reported_at).toBe(before.imports[0]?.imported_at);
  });
});

describe('createProjectImport with a report', () => {
  it('createProjectImport 400: a report beyond its bounds is refused with its path', async () => {
    const { head, projectId } = archiveOf('too much');
    const params = { project_id: projectId };
    const begin = (report: ImportReport) =>
      refusal(
        world.admin.api.createProjectImport({
          params,
          body: { format: 1, head, lines: 0, digest: '0'.repeat(64), report },
        }),
      );
    const kind = 'changed' as const;
    const remark = { kind, collection: 'qubit', message: 'm'.repeat(300), count: 1, examples: [] };
    const remarks = (count: number) => Array.from({ length: count }, () => remark);
    expect(await begin(importReportOf({ remarks: remarks(301) }))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.report.remarks' }],
    });
    expect(await begin(importReportOf({ remarks: remarks(250) }))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.report', message: 'must be at most 65536 bytes of JSON' }],
    });
    expect((await refusal(world.admin.api.getProjectImport({ params }))).status).toBe(404);
  });
});
