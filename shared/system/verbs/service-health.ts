import type { Context } from '../../kernel/context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { HealthSource, PartHealth, PartName, PartsHealth } from '../../kernel/service-health/port.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { systemKeys } from '../../kernel/store/keys.ts';

export const well: PartHealth = { status: 'ok', reason: null, detail: null };

/** How long the table's state is cached: frequent health checks cost no reads. */
const keptMilliseconds = 2_000;
const patienceMilliseconds = 5_000;

const kept = new WeakMap<Database, { at: number; health: Promise<PartHealth> }>();

/** Whether the table answers a read. */
export function tableHealth(db: Database): Promise<PartHealth> {
  const known = kept.get(db);
  if (known && performance.now() - known.at < keptMilliseconds) return known.health;
  const health = readTable(db);
  kept.set(db, { at: performance.now(), health });
  return health;
}

async function readTable(db: Database): Promise<PartHealth> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), patienceMilliseconds);
  });
  try {
    // No key has this id: the cheapest read there is.
    await Promise.race([getItem(db, systemKeys.signingKey('none')), late]);
    return well;
  } catch (error) {
    return { status: 'failed', reason: 'The table does not answer', detail: String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** How the parts of the service are. */
export const readParts = async (ctx: Pick<Context, 'db'>, source: HealthSource | undefined): Promise<PartsHealth> =>
  source ? source.parts() : { table: await tableHealth(ctx.db) };

/** The same for every caller. @throws ServiceError `unavailable` if a part has failed (rule API-29). */
export async function readPublicParts(
  ctx: Pick<Context, 'db'>,
  source: HealthSource | undefined,
): Promise<Partial<Record<PartName, Omit<PartHealth, 'detail'>>>> {
  const all = Object.entries(await readParts(ctx, source));
  const parts = Object.fromEntries(all.map(([name, { status, reason }]) => [name, { status, reason }]));
  const failed = all.filter(([, { status }]) => status === 'failed');
  if (failed.length > 0)
    throw new ServiceError('unavailable', failed.map(([, { reason }]) => reason).join('. '), { fields: { parts } });
  return parts;
}
