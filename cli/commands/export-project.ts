import { rm, stat } from 'node:fs/promises';
import type { Client } from '#shared/api/client.ts';
import { openExportFolder } from '../archive/export-state.ts';
import type { Manifest } from '../archive/manifest.ts';
import { readProject } from '../archive/read-project.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { openConnection } from '../connection.ts';
import { explain, Failure } from '../failure.ts';
import { createProgress } from '../terminal.ts';

/** Writes a project to one archive. Running the same command again continues an interrupted export. */
export async function exportProject(
  request: { project: string; file: string; json: boolean },
  env: Record<string, string | undefined>,
): Promise<void> {
  const { url, client } = await openConnection(env);
  const { file } = request;
  if (await stat(file).catch(() => undefined)) throw new Failure(`${file} is there already: name another file.`);
  const progress = createProgress();
  try {
    const projectId = await findProject(client, request.project);
    const path = `${file}.part`;
    const folder = await openExportFolder(path, url, projectId);
    const read = await readProject({ url, client, projectId, folder, progress });
    progress.step('Writing the archive');
    const manifest = await writeArchive(file, folder, read);
    await rm(path, { recursive: true });
    progress.end();
    console.log(request.json ? JSON.stringify({ file, ...summaryOf(manifest) }, null, 2) : outcomeText(file, manifest));
  } catch (error) {
    throw explain(error, url);
  } finally {
    progress.end();
  }
}

/** Finds a project of the caller by id or name. */
async function findProject(client: Client, named: string): Promise<string> {
  const { projects } = await client.listProjects({ query: {} });
  const found = projects.filter(({ project_id, name }) => project_id === named || name === named);
  const [project, another] = found;
  if (!project) throw new Failure(`There is no project '${named}' of yours.`);
  if (another) throw new Failure(`More than one project is called '${named}': name one by its id.`);
  return project.project_id;
}

const summaryOf = ({ head: _head, parts, ...manifest }: Manifest) => ({ ...manifest, parts: parts.length });

function outcomeText(file: string, { name, exported_at, records, files, file_bytes }: Manifest): string {
  const count = Object.values(records).reduce((sum, one) => sum + one, 0);
  return `${file} has project '${name}' as of ${exported_at}: ${count} records, ${files} files of ${file_bytes} bytes.`;
}
