import { importArchive, isNameTaken } from '../archive/import-archive.ts';
import type { ImportProjectCommand } from '../arguments.ts';
import { openConnection } from '../connection.ts';
import { explain, Failure } from '../failure.ts';
import { createProgress } from '../terminal.ts';

/** Imports a project from its archive. Running the same command again continues an interrupted import. */
export async function importProject(
  { file, projectName, json }: ImportProjectCommand,
  env: Record<string, string | undefined>,
): Promise<void> {
  const { url, client } = await openConnection(env);
  const progress = createProgress();
  try {
    const { manifest, records, state, membersLeftOut } = await importArchive({ client, progress }, file, projectName);
    progress.end();
    const { project_id, name, files, file_bytes } = manifest;
    const { owner } = state;
    const members_left_out = membersLeftOut;
    const outcome = { project_id, name: projectName ?? name, owner, records, files, file_bytes, members_left_out };
    if (json) return console.log(JSON.stringify(outcome, null, 2));
    if (members_left_out.length > 0)
      console.error(`Without an account here, and left out: ${members_left_out.join(', ')}.`);
    console.log(
      `Project '${outcome.name}' of '${owner}' is there: ${records} records, ${files} files of ${file_bytes} bytes.`,
    );
  } catch (error) {
    const failure = explain(error, url);
    throw isNameTaken(error) ? new Failure(`${failure.message}\nGive it another name: --name NAME`) : failure;
  } finally {
    progress.end();
  }
}
