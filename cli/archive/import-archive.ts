import { ApiError, type CallOutput, type Client } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import { beginningOf, digestWith } from '#shared/kernel/archive-digest.ts';
import type { Progress } from '../terminal.ts';
import type { Manifest } from './manifest.ts';
import { checkArchive, openArchive } from './open-archive.ts';
import { sendArchive } from './send-archive.ts';

/** An archive that was imported. */
export interface ImportedArchive {
  manifest: Manifest;
  records: number;
  state: CallOutput<Registry['finishProjectImport']>;
  /** Members without an account. */
  membersLeftOut: string[];
  /** It had been imported before, and nothing was written. */
  wasThere: boolean;
}

/** Imports the archive of a project, or continues an interrupted import of it. */
export async function importArchive(
  { client, progress }: { client: Client; progress: Progress },
  file: string,
  projectName?: string,
): Promise<ImportedArchive> {
  const archive = await openArchive(file);
  const { format, project_id, head, base, since, report } = archive.manifest;
  progress.step(`Checking ${file}`);
  let digest = beginningOf(head, projectName);
  const { lines, records } = await checkArchive(file, archive, (some) => {
    digest = digestWith(digest, some);
  });
  const named = projectName === undefined ? {} : { name: projectName };
  const begun = await client.createProjectImport({
    params: { project_id },
    body: {
      ...{ format, head, lines, digest, ...named },
      ...{ ...(base ? { base } : {}), ...(since ? { delta: true } : {}), ...(report ? { report } : {}) },
    },
  });
  const wasThere = begun.status === 'finished';
  const state = wasThere ? begun : await sendArchive({ client, archive, state: begun, progress });
  return { manifest: archive.manifest, records, state, membersLeftOut: begun.members_left_out, wasThere };
}

/** Whether an import was refused because its owner has another project of its name. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'already_exists' && error.errors.some(({ path }) => path === 'body.name');
