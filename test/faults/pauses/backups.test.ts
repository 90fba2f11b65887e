import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { claimDataDirectory } from '#local/data-folder/data-directory.ts';
import { UsageError } from '#local/settings.ts';
import { backUp, restore } from '#scripts/operations/lib/data-backup.ts';
import type { Paused, PausePoint } from '#test/support/engine/pauses.ts';
import { atCalls } from '#test/support/holders/holder-case.ts';

const { pauses } = await vi.hoisted(async () => {
  const { createPauses } = await import('#test/support/engine/pauses.ts');
  return { pauses: createPauses() };
});
vi.mock('node:fs/promises', async (load) => {
  const actual = await load<typeof import('node:fs/promises')>();
  // Every call is a place; a module is not, since its names must be there to be imported.
  const paused = pauses.port({ ...actual });
  return Object.fromEntries(Object.keys(actual).map((name) => [name, Reflect.get(paused, name)]));
});

/** The maker or restorer of a backup pauses at any call to the disk, and others work with the same folders. */
let parent: string;
let number = 0;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'fiducial-paused-'));
  for (const name of ['one', 'two'] as const) {
    await firstWork(join(parent, name), name);
    await backUp(join(parent, name), join(parent, `backup-of-${name}`));
  }
});
afterAll(() => rm(parent, { recursive: true }));

const newFolder = () => {
  number += 1;
  return join(parent, `folder-${number}`);
};

function withDatabase<T>(file: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

type Service = 'one' | 'two';

/** The data of a service with some results, each of which names a file, and a stream of them. */
async function startService(folder: string, name: Service): Promise<string> {
  await cp(join(parent, name), folder, { recursive: true });
  return folder;
}

async function firstWork(folder: string, name: Service): Promise<void> {
  await mkdir(join(folder, 'objects', 'figures'), { recursive: true });
  await writeFile(join(folder, 'secrets.json'), name);
  withDatabase(join(folder, 'dynamodb.db'), (database) =>
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE results (file TEXT, service TEXT)'),
  );
  withDatabase(join(folder, 'streams.db'), (database) => {
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE cursors (position INTEGER)');
    database.exec('INSERT INTO cursors VALUES (0)');
  });
  for (let n = 0; n < 3; n += 1) work(folder, name);
}

/** As the service does: the file, then what names it, then what the stream has delivered. */
function work(folder: string, name: Service): void {
  const path = `figures/${crypto.randomUUID()}`;
  const aside = join(folder, 'objects', `${path}.new`);
  writeFileSync(aside, name);
  renameSync(aside, join(folder, 'objects', path));
  withDatabase(join(folder, 'dynamodb.db'), (database) =>
    database.prepare('INSERT INTO results VALUES (?, ?)').run(path, name),
  );
  withDatabase(join(folder, 'streams.db'), (database) => database.exec('UPDATE cursors SET position = position + 1'));
}

/** Whose data it is. All of it is one service's, each file that is named is there, and nothing was delivered that is not. */
function checkData(folder: string): string {
  const results = withDatabase(join(folder, 'dynamodb.db'), (database) =>
    database.prepare('SELECT file, service FROM results').all(),
  );
  const delivered = withDatabase(join(folder, 'streams.db'), (database) =>
    Number(database.prepare('SELECT position FROM cursors').get()?.position),
  );
  const service = readFileSync(join(folder, 'secrets.json'), 'utf8');
  for (const result of results) {
    expect(result.service).toBe(service);
    expect(readFileSync(join(folder, 'objects', String(result.file)), 'utf8')).toBe(service);
  }
  expect(results.length).toBeGreaterThanOrEqual(Math.max(3, delivered));
  expect(existsSync(join(folder, 'restoring'))).toBe(false);
  return service;
}

/** The digests of all files below a folder, except the record of its user. */
const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^running\.pid|^lock\.db/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );

const unlessRefused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(UsageError);
      return false;
    },
  );

const refusedOrDone = ({ outcome }: Paused<unknown>): void => {
  if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(UsageError);
};

/** The parts of a backup that are not in their place. */
const unfinishedOf = async (backup: string): Promise<string[]> =>
  (await readdir(parent)).map((name) => join(parent, name)).filter((path) => path.startsWith(`${backup}.part`));

interface Scene {
  data: string;
  backup: string;
}

describe('a backup that pauses at any call', () => {
  const others: Record<string, (scene: Scene) => Promise<unknown>> = {
    'the service goes on writing': async ({ data }) => {
      work(data, 'one');
      work(data, 'one');
    },
    'another backup of the name is made': ({ data, backup }) => unlessRefused(backUp(data, backup)),
    'another service begins in the folder': async ({ data }) => {
      await rename(data, `${data}-moved`);
      await startService(data, 'two');
    },
    'what it has written is deleted': async ({ backup }) => {
      for (const folder of await unfinishedOf(backup)) await rm(folder, { recursive: true });
    },
  };

  test.each(Object.keys(others))(
    'a backup that pauses at any call, while %s, is whole and of one service, or is refused',
    async (other) => {
      const outcomes = new Set<boolean>();
      const visit = async (at: PausePoint) => {
        const scene = { data: await startService(newFolder(), 'one'), backup: newFolder() };
        let made: Record<string, string> | undefined;
        const paused = await pauses.run(
          at,
          () => backUp(scene.data, scene.backup),
          async () => {
            await others[other]?.(scene);
            if (existsSync(scene.backup)) made = contentsOf(scene.backup);
          },
        );
        const { outcome } = paused;
        // A folder that is gone is the system's to say.
        if (other !== 'what it has written is deleted') refusedOrDone(paused);
        outcomes.add(outcome.status === 'fulfilled');
        if (made) expect(contentsOf(scene.backup)).toEqual(made);
        if (outcome.status === 'fulfilled' || made) {
          const restored = newFolder();
          await restore(scene.backup, restored);
          expect(checkData(restored)).toBe('one');
        } else expect(existsSync(scene.backup)).toBe(false);
        expect(await unfinishedOf(scene.backup)).toEqual([]);
        return paused;
      };
      expect(await atCalls(visit)).toBeGreaterThan(1);
      expect(outcomes).toContain(true);
    },
  );

  test('a backup that dies at any call leaves none of its name, or a whole one, and does not keep the next from being made', async () => {
    const visit = async (at: PausePoint) => {
      const scene = { data: await startService(newFolder(), 'one'), backup: newFolder() };
      const paused = await pauses.run(
        { ...at, dies: true },
        () => backUp(scene.data, scene.backup),
        async () => undefined,
      );
      if (!existsSync(scene.backup)) await backUp(scene.data, scene.backup);
      const restored = newFolder();
      await restore(scene.backup, restored);
      expect(checkData(restored)).toBe('one');
      return paused;
    };
    expect(await atCalls(visit)).toBeGreaterThan(1);
  });
});

describe('a restore that pauses at any call', () => {
  const others: Record<string, (scene: Scene) => Promise<unknown>> = {
    'another restores into the folder': async ({ data, backup }) => {
      await unlessRefused(restore(backup, data));
    },
    'a service starts in the folder': async ({ data }) => {
      const claimed = await claimDataDirectory(data).catch((error: unknown) => {
        expect(error).toBeInstanceOf(UsageError);
      });
      await claimed?.release();
    },
    'the folder is moved away and another backup is restored in its place': async ({ data }) => {
      if (existsSync(data)) await rename(data, `${data}-moved`);
      await restore(join(parent, 'backup-of-two'), data);
    },
    'another backup takes the place of the one that is restored': async ({ backup }) => {
      await rename(backup, `${backup}-moved`);
      await cp(join(parent, 'backup-of-two'), backup, { recursive: true });
    },
  };

  test.each(Object.keys(others))(
    'a restore that pauses at any call, while %s, brings all of one backup or is refused, and changes nothing of what another has brought',
    async (other) => {
      const outcomes = new Set<boolean>();
      const visit = async (at: PausePoint) => {
        const scene = { data: newFolder(), backup: newFolder() };
        await cp(join(parent, 'backup-of-one'), scene.backup, { recursive: true });
        let brought: Record<string, string> | undefined;
        const paused = await pauses.run(
          at,
          () => restore(scene.backup, scene.data),
          async () => {
            await others[other]?.(scene);
            if (existsSync(join(scene.data, 'dynamodb.db')) && !existsSync(join(scene.data, 'restoring')))
              brought = contentsOf(scene.data);
          },
        );
        refusedOrDone(paused);
        outcomes.add(paused.outcome.status === 'fulfilled');
        if (brought) expect(contentsOf(scene.data)).toEqual(brought);
        if (paused.outcome.status === 'fulfilled' || brought) checkData(scene.data);
        else {
          // Nothing that a start or a restore would take for data.
          await restore(scene.backup, scene.data);
          checkData(scene.data);
        }
        await (await claimDataDirectory(scene.data)).release();
        return paused;
      };
      expect(await atCalls(visit)).toBeGreaterThan(1);
      expect(outcomes).toContain(true);
    },
  );
});
