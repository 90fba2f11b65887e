import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const privateFolder = 0o700;
const privateFile = 0o600;

/**
 * Lets only its owner into a folder and what is in it (rule DEPLOY-14), also where an earlier version left it open. The
 * folder itself is closed last: cut short, the next start begins again. One that was closed has at most its own files gone
 * over, since nobody comes through it to those below. Windows has no such modes: there it is as open as the folder that it is in.
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

/** A journal of a database may go at any moment. */
async function chmodIfThere(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
