import { once } from 'node:events';
import { createServer } from 'node:net';

const host = '127.0.0.1';

/** A TCP port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found');
  return address.port;
}

/** Why a port of 127.0.0.1 is unavailable: in use, or not permitted, as ports below 1024 may be. */
export async function portProblem(port: number): Promise<'taken' | 'forbidden' | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') return 'taken';
    if (code === 'EACCES') return 'forbidden';
    throw error;
  } finally {
    server.close();
  }
}
