import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, type Client } from '#shared/api/client.ts';
import { type ImportedArchive, importArchive, isNameTaken } from '../archive/import-archive.ts';
import type { ImportQdashCommand } from '../arguments.ts';
import { openConnection } from '../connection.ts';
import { exitCodes, explain, Failure } from '../failure.ts';
import { type MadeArchives, makeArchives } from '../qdash/make-archives.ts';
import { reportText, visible } from '../qdash/report.ts';
import { type ImportedUser, userCsv, usersAtOnce } from '../qdash/users.ts';
import { createProgress, type Progress } from '../terminal.ts';

/** The result for a project. */
interface ImportedProject {
  project_id: string;
  name: string;
  name_in_qdash: string;
  records: number;
  files: number;
  members_left_out: string[];
  was_there: boolean;
  /** Of a delta: records that were changed here, and stay. */
  kept: number;
  kept_examples: string[];
  /** Address of the page with its reports. */
  report_url: string;
}

/** A project that the service refused. */
interface RefusedProject {
  name: string;
  message: string;
  isConflict: boolean;
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
    if (made.projects.length === 0)
      throw new Failure(`${sources.dump} has no project that can be imported: is it a dump of QDash's database?`);
    if (refused.length > 0)
      throw new Failure(
        ['Not imported:', ...refused.map(({ name, message }) => visible(`  project '${name}': ${message}`))].join('\n'),
        refused.every(({ isConflict }) => isConflict) ? exitCodes.conflict : exitCodes.failed,
      );
  } finally {
    progress.end();
  }
}

async function send(
  { url, client }: { url: string; client: Client },
  { users, projects }: MadeArchives,
  progress: Progress,
): Promise<{ imported: ImportedProject[]; refused: RefusedProject[] }> {
  try {
    await registerUsers(client, users, progress);
    const imported: ImportedProject[] = [];
    const refused: RefusedProject[] = [];
    for (const { projectId, name, file } of projects) {
      const done = await importNamed({ client, progress }, { file, name }).catch((error: unknown) => {
        // The others are imported: the project may exist already, or have an invalid record.
        if (!(error instanceof ApiError && [400, 409].includes(error.status))) throw error;
        refused.push({ name, message: error.message, isConflict: error.status === 409 });
      });
      if (!done) continue;
      const { records, manifest, membersLeftOut, wasThere, state } = done;
      const counts = { records, files: manifest.files, members_left_out: membersLeftOut, was_there: wasThere };
      const { kept, kept_examples } = state;
      const report_url = `${url}/projects/${encodeURIComponent(projectId)}/imports`;
      const names = { project_id: projectId, name: done.name, name_in_qdash: name };
      imported.push({ ...names, ...counts, kept, kept_examples, report_url });
    }
    return { imported, refused };
  } catch (error) {
    throw explain(error, url);
  }
}

/** Longest name of a project. */
const longestName = 100;

/**
 * Imports an archive, under another name if its owner has a project of that name: QDash and this service give default
 * projects the same names.
 */
async function importNamed(
  session: Parameters<typeof importArchive>[0],
  { file, name }: { file: string; name: string },
): Promise<ImportedArchive & { name: string }> {
  try {
    return { ...(await importArchive(session, file)), name };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const suffix = ' (QDash)';
    const other = `${name.slice(0, longestName - suffix.length)}${suffix}`;
    try {
      // A project that an earlier run imported, or began to import, under this name is refused above as well.
      return { ...(await importArchive(session, file, other)), name: other };
    } catch (second) {
      throw isNameTaken(error) ? second : error;
    }
  }
}

/** Registers those who have no account; an account that is there is never changed. */
async function registerUsers(client: Client, users: readonly ImportedUser[], progress: Progress): Promise<void> {
  for (let n = 0; n < users.length; n += usersAtOnce) {
    progress.step(`Registering users: ${n} of ${users.length}`);
    const some = users.slice(n, n + usersAtOnce);
    await client.importUsers({ body: { csv: userCsv(some) } });
  }
}

function projectText({ project_id, name, records, files, ...project }: ImportedProject): string {
  const { name_in_qdash, members_left_out: left, was_there, kept, kept_examples } = project;
  const done = was_there ? 'was there already: nothing was written' : `${records} records, ${files} files`;
  const renamed = name === name_in_qdash ? '' : `; its owner has another project '${name_in_qdash}'`;
  const missing = left.length > 0 ? `; without an account and left out: ${left.join(', ')}` : '';
  const stays = kept > 0 ? `; changed here and left as they are: ${kept} (${kept_examples.join(', ')})` : '';
  const what = visible(`Project '${name}' (${project_id}): ${done}${renamed}${missing}${stays}.`);
  return `${what}\n  Its report: ${project.report_url}`;
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
