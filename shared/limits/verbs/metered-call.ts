import { type ConsumedUnits, countingUnits } from '../../kernel/consumed-units.ts';
import type { Context } from '../../kernel/context.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { type Traced, tracedWork } from '../../kernel/tracing.ts';
import { Meter } from './meter.ts';

/** Does work of a call for a project, of a run where it is of one alone. */
export type ForProject = <T>(projectId: string, work: () => Promise<T>, run?: Omit<Traced, 'projectId'>) => Promise<T>;

/**
 * A function that people do not call has pauses that its containers do not outlive, so it writes sooner than the API: its
 * record costs at most a twentieth of what it counts.
 */
export const background = { units: 100, milliseconds: 300_000 };

/** Of the functions of a process, which live as long as it does. */
const meters = new WeakMap<Database, Meter>();

interface Share extends ConsumedUnits {
  milliseconds: number;
}

/**
 * Counts what a call of a function uses for each project that it works for, whether or not it fails (rule LIMIT-11). The
 * projects share the time of the call in proportion to the time of their work, as the call is billed once. Traces tell
 * whom each part was for (rule DEPLOY-57).
 */
export async function meteredCall<T>(ctx: Context, call: (forProject: ForProject) => Promise<T>): Promise<T> {
  const shares = new Map<string, Share>();
  const startedAt = performance.now();
  const forProject: ForProject = async (projectId, work, run) => {
    const share = shares.get(projectId) ?? { reads: 0, writes: 0, milliseconds: 0 };
    shares.set(projectId, share);
    const begunAt = performance.now();
    try {
      return await countingUnits(share, () => tracedWork({ ...run, projectId }, work));
    } finally {
      share.milliseconds += performance.now() - begunAt;
    }
  };
  try {
    return await call(forProject);
  } finally {
    await count(ctx, shares, performance.now() - startedAt);
  }
}

async function count(ctx: Context, shares: ReadonlyMap<string, Share>, milliseconds: number): Promise<void> {
  const meter = meters.get(ctx.db) ?? new Meter(background);
  meters.set(ctx.db, meter);
  const worked = [...shares.values()].reduce((sum, share) => sum + share.milliseconds, 0);
  for (const [projectId, { reads, writes, milliseconds: own }] of shares) {
    const time = worked === 0 ? 0 : (milliseconds * own) / worked;
    const used = { requests: 0, readUnits: reads, writeUnits: writes, milliseconds: time, bytes: 0 };
    await meter.add(ctx, projectId, used);
  }
}
