import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, reasonOf } from './failure.ts';

/** A saved login, one per address. */
export interface Login {
  username: string;
  token: string;
  /** Expiry of the token, ISO 8601 UTC. */
  expires_at: string;
}

type Logins = Record<string, Login>;

/** Path of the saved logins: `$XDG_CONFIG_HOME/fiducial/credentials.json`, else under `~/.config`. */
export function credentialsFile(env: Record<string, string | undefined>): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'fiducial', 'credentials.json');
}

/**
 * Returns the login for an address, or undefined.
 * @throws Failure that names the file if it is unreadable.
 */
export async function readLogin(file: string, url: string): Promise<Login | undefined> {
  return (await readLogins(file))[url];
}

/** Saves a login, readable by this user alone. */
export async function saveLogin(file: string, url: string, login: Login): Promise<void> {
  await writeLogins(file, { ...(await readLogins(file)), [url]: login });
}

/** Deletes the login for an address. @returns whether there was one. */
export async function removeLogin(file: string, url: string): Promise<boolean> {
  const { [url]: login, ...others } = await readLogins(file);
  if (!login) return false;
  if (Object.keys(others).length > 0) await writeLogins(file, others);
  else await rm(file);
  return true;
}

async function readLogins(file: string): Promise<Logins> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
  try {
    return (JSON.parse(text) as { logins: Logins }).logins;
  } catch (error) {
    throw new Failure(`${file} is damaged (${reasonOf(error)}): delete it and sign in again.`);
  }
}

async function writeLogins(file: string, logins: Logins): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // The rename makes the file complete and private at every moment.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify({ logins }, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}
