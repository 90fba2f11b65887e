import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { Request } from '#local/table-in-memory/commands.ts';
import { refusals, refusedBy } from '#scripts/suites/lib/mutants/refusals.ts';
import { play } from '#test/simulation/history.ts';

/*
 * Histories by seed as judges of conditions (docs/design/simulation.md): a test each, so that those can be chosen in which a
 * condition refuses.
 */

const seeds = Array.from({ length: 600 }, (_, at) => at + 1);

const onAnswered = (request: Request, answer: { value: object } | { error: unknown }) => {
  if ('error' in answer) for (const expression of refusedBy(request, answer.error)) refusals.tell(expression);
};

test.each(seeds)('history %i violates nothing', async (seed) => {
  const { violation } = await play(seed, { onAnswered });
  expect(violation === undefined ? '' : inspect(violation)).toBe('');
});
