import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { lineOf } from '#shared/archives/store/archive-lines.ts';
import { itemOf } from '#shared/archives/store/archived-items.ts';
import { readArchiveRecords } from '#shared/archives/verbs/read-records.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { scan } from '#test/support/runs/run-results.ts';
import { fillWholeProject } from '../support/filled-project.ts';
import type { SampleNames } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let names: SampleNames;
let api: Caller['api'];
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  names = await fillWholeProject(world, owner);
  api = world.client(owner.token, names.projectId);
});
afterAll(() => world.stop());

const ofProject = () => ({ params: { project_id: names.projectId } });

/** Every item that is kept below the project's keys, whatever it is. */
async function itemsOfProject(): Promise<Item[]> {
  const own = `P#${names.projectId}`;
  const isOwn = ({ pk }: Item) => pk === own || String(pk).startsWith(`${own}#`);
  return (await scan(world.stack.runtime.db)).filter(isOwn);
}

async function allRecords(): Promise<string[]> {
  const lines: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.getProjectArchiveRecords({ ...ofProject(), query: { cursor } });
    lines.push(...page.lines);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return lines;
}

const inHead = ({ entity }: Item) => entity === 'project' || entity === 'member';

describe('the archive of a project', () => {
  it('the archive of a project has every item that the table keeps below the keys of the project, once', async () => {
    const items = await itemsOfProject();
    const expected = items.filter((item) => !inHead(item)).flatMap((item) => lineOf(item) ?? []);
    const lines = await allRecords();
    expect(lines.toSorted()).toEqual(expected.toSorted());
    const { lines: head } = await api.getProjectArchive(ofProject());
    const isAhead = (item: Item) => inHead(item) || item.entity === 'chip';
    expect(head.toSorted()).toEqual(
      items
        .filter(isAhead)
        .flatMap((item) => lineOf(item) ?? [])
        .toSorted(),
    );
    expect(new Set(items.map(({ entity }) => entity)).size).toBeGreaterThan(30);
  });

  it('the archive of a project has what each item says: imported, the line of one is the item again', async () => {
    for (const item of await itemsOfProject()) {
      const line = lineOf(item);
      if (line === undefined || inHead(item) || changed.has(String(item.entity))) continue;
      expect(itemOf(line, names.projectId, () => undefined)).toEqual(item);
    }
  });

  it('the archive of a project has the same records however small its pages are', async () => {
    const ctx = { ...contextOf(world.stack.runtime, 'test'), projectId: names.projectId } as ProjectContext;
    const lines: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await readArchiveRecords(ctx, cursor, { characters: 1, steps: 1 });
      expect(page.lines.length).toBeLessThanOrEqual(1);
      lines.push(...page.lines);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(lines).toEqual(await allRecords());
  });

  it('the archive of a project has no secret of anybody, and no token of a run', async () => {
    const { lines } = await api.getProjectArchive(ofProject());
    const text = [...lines, ...(await allRecords())].join('\n');
    expect(text).toContain('"claimKey":""');
    expect(text).not.toMatch(/"claimKey":"[^"]|passwordHash|secretHash|"waiting"/);
  });

  it('the archive of a project answers 304 for a page that is as it was, and the page where one of its records was written', async () => {
    const { digest } = await api.getProjectArchiveRecords(ofProject());
    const known = { headers: { 'if-none-match': `"${digest}"` } };
    await expect(api.getProjectArchiveRecords({ ...ofProject(), ...known })).rejects.toMatchObject({ status: 304 });
    const { cryoId: cryo_id } = names;
    await api.updateCryostat({ params: { cryo_id }, body: { location: 'cellar' } });
    const page = await api.getProjectArchiveRecords({ ...ofProject(), ...known });
    expect(page.digest).not.toBe(digest);
  });

  it('the archive of a project has every file of it, with an address that answers its bytes', async () => {
    const { files, next_cursor } = await api.getProjectArchiveFiles(ofProject());
    expect(next_cursor).toBeNull();
    const folders = new Set(files.map(({ path }) => path.split('/')[0]));
    expect([...folders]).toEqual(['figures', 'images', 'raw', 'results', 'snapshots']);
    for (const { size_bytes, link } of files) {
      const response = await fetch(new URL(link.url, world.stack.url));
      expect((await response.arrayBuffer()).byteLength).toBe(size_bytes);
    }
  });

  it('the archive of a project is refused while a run holds the lock of the project, and for a cursor that none of its pages has', async () => {
    await api.executeFlow({ params: { name: 'coherence' }, body: {} });
    const lock = await api.getExecutionLockStatus({});
    if (lock.lock)
      await api.getProjectArchive(ofProject()).catch((error: unknown) => {
        expect(error).toMatchObject({ status: 409, code: 'run_active' });
      });
    for (const cursor of ['x', Buffer.from('[0,"",""]').toString('base64url')])
      await expect(api.getProjectArchiveRecords({ ...ofProject(), query: { cursor } })).rejects.toMatchObject({
        status: 400,
        code: 'invalid_cursor',
      });
  });
});

/**
 * Entities that an import changes, by rule: schedules are paused, and locks and queued runs are dropped; a pointer has
 * no secrets in the archive.
 */
const changed = new Set(['schedule', 'run', 'lock', 'run-queue', 'open-span']);
