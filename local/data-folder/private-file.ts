import { open, rename } from 'node:fs/promises';

/**
 * Writes a file that only its owner may read. It writes a temporary file and renames it, so a kill leaves the old or
 * the new file.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const aside = `${file}.new`;
  const handle = await open(aside, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, file);
}
