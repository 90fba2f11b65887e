import { inspect } from 'node:util';
import { startEarlierService } from '#local/demo/earlier-service.ts';
import { happeningsUntil } from '#local/demo/happenings.ts';
import { LoadLog, type LoggedRun } from '#local/demo/load-log.ts';
import { readUnused, TableCopy } from '#local/demo/table-copy.ts';
import { accessInChild, type ChildAccess } from '#local/engine/channel.ts';
import { localClient } from '#local/engine/client.ts';
import { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { loadConfig } from '#shared/kernel/config.ts';

/** Input of the demo's process. */
export interface MonthRequest {
  access: ChildAccess;
  objectsFolder: string;
  /** The log of the load, which exists until the load is complete. */
  logFile: string;
  /** base64 */
  seed: string;
  password: string;
  /** ISO 8601. */
  now: string;
}

/** The outcome. `used`: the service is already in use. */
export type MonthOutcome = { state: 'loaded' | 'used' } | { state: 'failed'; reason: string; details: string };

/**
 * Simulates the demo's month on a table in memory and copies the result to the service's table, whose stream is paused
 * meanwhile. The chip is written last: a demo without it was interrupted, and its log lists what was written.
 */
async function makeMonth(request: MonthRequest): Promise<MonthOutcome> {
  const { access, objectsFolder, logFile, seed, password } = request;
  const config = loadConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'ERROR' });
  const client = localClient(accessInChild(access), { isFinal: true });
  const before = await readUnused(client, config.tableName);
  const isChip = ({ entity }: { entity?: { S?: string } }) => entity?.S === 'chip';
  if (before === undefined || before.some(isChip)) return { state: 'used' };
  const log = await LoadLog.open(logFile);
  const table = new MemoryTable();
  const copy = new TableCopy({ client, tableName: config.tableName }, table, { before, isLast: isChip, log });
  const now = new Date(request.now);
  const happenings = happeningsUntil(now, config.calendarTimeZone);
  const secrets = { seed: async () => Buffer.from(seed, 'base64'), adminPassword: async () => password };
  const onRun = (run: LoggedRun) => log.appendRun(run);
  const options = { table, config, secrets, objectsFolder, onRun };
  const service = await startEarlierService(options, happenings[0]?.at ?? now);
  try {
    // A login token would expire within the first day.
    const login = service.client(await service.login());
    const { token, token_id } = await login.createApiToken({ body: { name: 'demo' } });
    const lab = service.client(token);
    for (const { at, do: happen } of happenings) {
      await service.moveTo(at);
      await happen(lab, service);
      await service.idle();
      copy.look(now);
    }
    await service.moveTo(now);
    await service.sweep();
    await service.client(await service.login()).deleteApiToken({ params: { token_id } });
  } finally {
    await service.close();
  }
  await copy.finish(now);
  await log.delete();
  client.destroy();
  return { state: 'loaded' };
}

// The parent process has ended.
process.once('disconnect', () => process.exit(1));
process.once('message', (request: MonthRequest) => {
  makeMonth(request).then(
    (outcome) => process.send?.(outcome, () => process.exit(0)),
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      const outcome: MonthOutcome = { state: 'failed', reason, details: inspect(error) };
      process.send?.(outcome, () => process.exit(1));
    },
  );
});
