import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Inodes of listening TCP sockets with their ports, and of all Unix sockets (Linux). */
function listening(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      if (state === '0A') found.set(inode, `port ${Number.parseInt(local.split(':')[1] ?? '', 16)}`);
    }
  for (const line of readFileSync('/proc/net/unix', 'utf8').trim().split('\n').slice(1)) {
    const [, , , flags = '', , , inode = '', path = 'unnamed'] = line.trim().split(/\s+/);
    // Of those that accept connections.
    if ((Number.parseInt(flags, 16) & 0x10000) !== 0) found.set(inode, `socket ${path}`);
  }
  return found;
}

/** At what processes listen: `port 3000`, `socket /a/path`. */
export function listensAt(pids: readonly number[]): string[] {
  const sockets = listening();
  const places = pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1];
      const place = inode === undefined ? undefined : sockets.get(inode);
      return place === undefined ? [] : [place];
    }),
  );
  return [...new Set(places)];
}

/** Empty for a file that was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
