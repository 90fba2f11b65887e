import type { DynamoDBClient, TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { getNoteCount } from '#shared/notes/store/note-counts.ts';
import { createComment } from '#shared/notes/verbs/comments.ts';
import { upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { readNotesSummary } from '#shared/notes/verbs/read-notes.ts';
import { canceled } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkNotes } from '#test/support/invariants/note-invariants.ts';

let verbs: Verbs;
let owner: ProjectContext;
let written: Written;
beforeAll(async () => {
  verbs = await startVerbs();
  written = conflictAsDynamoDb(verbs.client);
  owner = await verbs.member('alice');
  const now = verbs.now.toISOString();
  await createChip(owner, { chipId: 'c', topologyId: 'linear-64' });
  const fields = { name: '', manufacturer: '', model: '', location: '', status: 'active' as const };
  await createCryostat(owner, 'cryo', fields);
  const rest = { description: '', wiringInfo: '', wiringBlocks: '[]' };
  await createCooldown(owner, { cooldownId: 'cd', cryoId: 'cryo', startedAt: now, chipIds: ['c'], ...rest });
});
afterAll(() => verbs.stop());

const targets = Array.from({ length: 50 }, (_, n) => ({ kind: 'qubit', id: String(n) }) as const);

interface Touched {
  key: string;
  writes: boolean;
}

interface Written {
  /** Keys that two transactions under way at the same time had both written. */
  shared: Set<string>;
}

/**
 * Makes the engine refuse what DynamoDB refuses: a transaction with an item that another one under way writes, and one
 * that writes what another one checks. The engine carries out one after the other and never does. The first attempts
 * of every transaction are refused as well, so that each has to come again.
 */
function conflictAsDynamoDb(client: DynamoDBClient): Written {
  const attempts = new Map<string, number>();
  const underWay = new Map<string, { writes: boolean }>();
  const seen: Written = { shared: new Set() };
  const meets = ({ key, writes }: Touched) => underWay.get(key)?.writes || (writes && underWay.has(key));
  const refuses = (token: string, items: readonly Touched[]): boolean => {
    const attempt = (attempts.get(token) ?? 0) + 1;
    attempts.set(token, attempt);
    for (const { key, writes } of items) if (writes && underWay.get(key)?.writes) seen.shared.add(key);
    return attempt <= 2 || items.some(meets);
  };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName !== 'TransactWriteItemsCommand') return next(args);
      const input = args.input as TransactWriteItemsCommandInput;
      const items = itemsOf(input);
      if (refuses(input.ClientRequestToken ?? '', items)) throw canceled(...items.map(() => 'TransactionConflict'));
      for (const { key, writes } of items) underWay.set(key, { writes: writes || underWay.get(key)?.writes === true });
      try {
        return await next(args);
      } finally {
        for (const { key } of items) underWay.delete(key);
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'conflictAsDynamoDb' },
  );
  return seen;
}

const itemsOf = ({ TransactItems = [] }: TransactWriteItemsCommandInput) =>
  TransactItems.map(({ Put, Update, Delete, ConditionCheck }) => {
    const { pk, sk } = Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {};
    return { key: `${pk?.S} ${sk?.S}`, writes: !ConditionCheck };
  });

test.each([
  [
    'summaries',
    (target: (typeof targets)[number]) =>
      upsertNote(owner, { note: { chipId: 'c', level: 'target', target }, scope: {} }, 'new'),
  ],
  [
    'comments in the cool-down of the chip',
    (target: (typeof targets)[number]) => createComment(owner, { chipId: 'c', target, scope: {} }, 'new'),
  ],
])('50 %s at once on 50 targets all succeed, and write nothing in common', async (_, edit) => {
  // The first one marks that the cool-down has data.
  await edit(targets[0] ?? { kind: 'qubit', id: '0' });
  const before = (await getNoteCount(verbs.db, owner.projectId, 'c')).events;
  written.shared.clear();
  const answers = await Promise.allSettled(targets.map(edit));
  expect(answers.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
  expect([...written.shared]).toEqual([]);
  expect((await getNoteCount(verbs.db, owner.projectId, 'c')).events).toBe(before + 50);
  expect((await readNotesSummary(owner, 'c', {})).targets).toHaveLength(50);
  checkNotes(await verbs.table(), owner.projectId);
});
