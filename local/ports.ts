import { once } from 'node:events';
import { createServer } from 'node:net';

const host = '127.0.0.1';

/** A TCP port of 127.0.0.1 that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found');
  return address.port;
}

/** Whether somebody listens on a port of 127.0.0.1 (or it may not be used by us, as ports below 1024). */
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
