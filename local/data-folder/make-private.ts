import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const privateFolder = 0o700;
const privateFile = 0o600;

/**
 * Restricts a folder and its content to the owner (rule DEPLOY-14), including what an earlier version left open. The
 * folder itself is restricted last, so an interrupted pass is repeated at the next start. In a restricted folder only
 * its own files are checked, since no one else can reach the folders below. Windows has no such modes; there the parent
 * folder decides.
 */
export async function makePrivate(folder: string, platform: string = process.platform): Promise<void> {
  if (platform === 'win32') return;
  const wasPrivate = ((await stat(folder)).mode & 0o777) === privateFolder;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: !wasPrivate })) {
    const mode = entry.isDirectory() ? privateFolder : privateFile;
    if (entry.isDirectory() || entry.isFile()) await chmodIfThere(join(entry.parentPath, entry.name), mode);
  }
  await chmod(folder, privateFolder);
}

/** A journal file may disappear at any moment. */
async function chmodIfThere(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
