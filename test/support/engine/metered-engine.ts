import { join } from 'node:path';
import type { Engine } from '#local/engine/engine.ts';
import { spawnGuarded } from '#local/engine/guard.ts';
import { freePort } from '#local/ports.ts';
import { engineBinary } from '#test/support/engine/start-engine.ts';

/**
 * The embedded engine as a server at a port of 127.0.0.1, in the mode that reports the units of writes. Every process
 * on this machine can reach it: use it for test data only.
 */
export async function startMeteredEngine(folder: string): Promise<Engine> {
  const port = await freePort();
  const program = engineBinary() ?? '';
  const databaseFile = join(folder, 'dynamodb.db');
  const command = [program, 'serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', databaseFile];
  const process = await spawnGuarded(command, (line) => line.startsWith('Dynoxide listening'));
  return { access: { endpoint: `http://127.0.0.1:${port}` }, databaseFile, ...process };
}
