import type { ProjectContext } from '#shared/kernel/context.ts';
import type { PausePoint, Pauses } from '#test/support/engine/pauses.ts';
import type { Verbs } from '#test/support/engine/verbs.ts';

/** Where holders pause: an engine, its pauses and a user with all permissions. */
export interface Stage {
  verbs: Verbs;
  pauses: Pauses;
  owner: ProjectContext;
}

/** An action that a holder pauses in, and what others do meanwhile. */
export interface HolderCase {
  /** Such as `deletes a chip`. */
  name: string;
  /** Such as `the sweep finishes it`. */
  others: readonly string[];
  /** Prepares, pauses, goes on, and checks the invariants. @returns whether the call was reached. */
  visit(at: PausePoint, other: string): Promise<{ reached: boolean }>;
}

/** Lets an hour pass: longer than any lease. */
export function anHourLater({ verbs }: Pick<Stage, 'verbs'>): void {
  verbs.now = new Date(verbs.now.getTime() + 3_600_000);
}

const stride = process.env.ALL_PAUSES === 'true' ? 1 : 11;

/**
 * Visits the places at which a holder may pause, one after the other, until it ends before it reaches one: every place
 * under `npm run test:pauses`, else every eleventh. Answers how many there were.
 */
export async function atCalls(visit: (at: PausePoint) => Promise<{ reached: boolean }>): Promise<number> {
  for (let place = 0, visited = 0; ; place += stride, visited += 1) {
    const at: PausePoint = { call: Math.floor(place / 2) + 1, when: place % 2 === 0 ? 'before' : 'after' };
    if (!(await visit(at)).reached) return visited;
  }
}
