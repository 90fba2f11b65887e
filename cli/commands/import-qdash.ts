import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, type Client } from '#shared/contract/client.ts';
import { importArchive } from '../archive/import-archive.ts';
import type { ImportQdashCommand } from '../arguments.ts';
import { openConnection } from '../connection.ts';
import { exitCodes, explain, Failure } from '../failure.ts';
import { type MadeArchives, makeArchives } from '../qdash/make-archives.ts';
import { reportText } from '../qdash/report.ts';
import { type ImportedUser, userCsv, usersAtOnce } from '../qdash/users.ts';
import { createProgress, type Progress } from '../terminal.ts';

/** The result for a project. */
interface ImportedProject {
  project_id: string;
  name: string;
  records: number;
  files: number;
  members_left_out: string[];
  was_there: boolean;
  /** Of a delta: records that were changed here, and stay. */
  kept: number;
  kept_examples: string[];
}

/**
 * Imports a dump of QDash's database: its people, then each of its projects by an archive. Running the same command again
 * continues an interrupted import; after a complete one it writes nothing.
 */
export async function importQdash(
  { sources, isDryRun, json }: ImportQdashCommand,
  env: Record<string, string | undefined>,
): Promise<void> {
  const progress = createProgress();
  try {
    progress.step(`Reading ${sources.dump}`);
    if (isDryRun) {
      const { report } = await makeArchives(sources, undefined);
      progress.end();
      console.log(json ? JSON.stringify(report, null, 2) : `${reportText(report)}\n\nNothing was written.`);
      return;
    }
    const connection = await openConnection(env);
    const folder = await workFolderOf(sources.dump);
    const made = await makeArchives(sources, folder);
    const { imported: projects, refused } = await send(connection, made, progress);
    progress.end();
    if (json) console.log(JSON.stringify({ projects, folder, report: made.report }, null, 2));
    else
      console.log(
        [reportText(made.report), '', ...projects.map(projectText), `The archive of the import is ${folder}.`].join(
          '\n',
        ),
      );
    if (refused.length > 0)
      throw new Failure(
        ['Not imported:', ...refused.map(({ name, message }) => `  project '${name}': ${message}`)].join('\n'),
        exitCodes.conflict,
      );
  } finally {
    progress.end();
  }
}

async function send(
  { url, client }: { url: string; client: Client },
  { users, projects }: MadeArchives,
  progress: Progress,
): Promise<{ imported: ImportedProject[]; refused: { name: string; message: string }[] }> {
  try {
    await registerUsers(client, users, progress);
    const imported: ImportedProject[] = [];
    const refused: { name: string; message: string }[] = [];
    for (const { projectId, name, file } of projects) {
      const done = await importArchive({ client, progress }, file).catch((error: unknown) => {
        // A project that exists already, for one: the others are imported.
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        refused.push({ name, message: error.message });
      });
      if (!done) continue;
      const { records, manifest, membersLeftOut, wasThere, state } = done;
      const counts = { records, files: manifest.files, members_left_out: membersLeftOut, was_there: wasThere };
      const { kept, kept_examples } = state;
      imported.push({ project_id: projectId, name, ...counts, kept, kept_examples });
    }
    return { imported, refused };
  } catch (error) {
    throw explain(error, url);
  }
}

/** Registers those who have no account; an account that is there is never changed. */
async function registerUsers(client: Client, users: readonly ImportedUser[], progress: Progress): Promise<void> {
  for (let n = 0; n < users.length; n += usersAtOnce) {
    progress.step(`Registering users: ${n} of ${users.length}`);
    const some = users.slice(n, n + usersAtOnce);
    const { results } = await client.importUsers({ body: { csv: userCsv(some) } });
    const created = new Set(results.filter(({ status }) => status === 'created').map(({ username }) => username));
    for (const { username, disabled } of some)
      if (disabled && created.has(username))
        await client.updateUserSettings({ params: { username }, body: { disabled: true } });
  }
}

function projectText({ project_id, name, records, files, ...project }: ImportedProject): string {
  const { members_left_out: left, was_there, kept, kept_examples } = project;
  const done = was_there ? 'was there already: nothing was written' : `${records} records, ${files} files`;
  const missing = left.length > 0 ? `; without an account and left out: ${left.join(', ')}` : '';
  const stays = kept > 0 ? `; changed here and left as they are: ${kept} (${kept_examples.join(', ')})` : '';
  return `Project '${name}' (${project_id}): ${done}${missing}${stays}.`;
}

/** Its name in the folder says that the folder is ours, and may be made again. */
const marker = '.fiducial-import';

/** The folder of an import, next to its dump. @throws Failure where something else is there. */
async function workFolderOf(dump: string): Promise<string> {
  const folder = `${dump.replace(/\/+$/, '')}-import`;
  const entries = await readdir(folder).catch((): string[] => []);
  if (entries.length > 0 && !entries.includes(marker))
    throw new Failure(
      `${folder} is there and is not of an import: move it away, since the archive of the import goes there.`,
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, marker), '');
  return folder;
}
