import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { assignChip, deleteCooldown, unassignChip, updateCooldown } from '#shared/cooldowns/verbs/change-cooldown.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import { listCooldowns } from '#shared/cooldowns/verbs/read-cooldown.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkCooldowns } from '#test/support/invariants/cooldown-invariants.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

let verbs: Verbs;
let owner: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs(2);
});
afterAll(() => verbs.stop());

const startedAt = '2025-01-01T00:00:00.000Z';
const endedAt = '2025-02-01T00:00:00.000Z';

/** A simple model of cool-downs. */
type Model = Map<string, { cryo: string; ongoing: boolean; chips: Set<string> }>;
type Act = { kind: string; cooldown: string; cryo: string; chip: string };

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(
    'start',
    'record',
    'end',
    'open',
    'assign',
    'assign',
    'unassign',
    'move',
    'delete',
    'delete chip',
  ),
  cooldown: fc.constantFrom('X', 'Y', 'Z'),
  cryo: fc.constantFrom('A', 'B'),
  chip: fc.constantFrom('a', 'b', 'c'),
});

async function carryOut({ kind, cooldown: id, cryo, chip }: Act): Promise<unknown> {
  const fresh = { description: '', wiringInfo: '', wiringBlocks: '[]', startedAt, cryoId: cryo, chipIds: [chip] };
  switch (kind) {
    case 'start':
      return createCooldown(owner, { ...fresh, cooldownId: id });
    case 'record':
      return createCooldown(owner, { ...fresh, cooldownId: id, endedAt });
    case 'end':
      return updateCooldown(owner, id, { endedAt });
    case 'open':
      return updateCooldown(owner, id, { endedAt: null });
    case 'assign':
      return assignChip(owner, id, chip);
    case 'unassign':
      return unassignChip(owner, id, chip);
    case 'move':
      return updateCooldown(owner, id, { cryoId: cryo });
    case 'delete':
      return deleteCooldown(owner, id, false);
    default:
      // It comes back at once, with nothing of what it was.
      await deleteChip(owner, chip, { force: true, permanent: true });
      return createChip(owner, { chipId: chip, topologyId: 'linear-2' });
  }
}

/** What the model becomes, or the kind of refusal. */
function expected(model: Model, { kind, cooldown: id, cryo, chip }: Act): Model | 'not-found' | 'conflict' {
  const next: Model = new Map([...model].map(([name, one]) => [name, { ...one, chips: new Set(one.chips) }]));
  const one = next.get(id);
  if (kind === 'delete chip') {
    for (const other of next.values()) other.chips.delete(chip);
    return next;
  }
  if (kind === 'start' || kind === 'record') {
    if (one) return 'conflict';
    next.set(id, { cryo, ongoing: kind === 'start', chips: new Set([chip]) });
  } else if (!one) return 'not-found';
  else if (kind === 'end') one.ongoing = false;
  else if (kind === 'open') one.ongoing = true;
  else if (kind === 'assign') one.chips.add(chip);
  else if (kind === 'unassign') one.chips.delete(chip);
  else if (kind === 'move') one.cryo = cryo;
  else if (one.chips.size > 0) return 'conflict';
  else next.delete(id);
  return isSound(next) ? next : 'conflict';
}

function isSound(model: Model): boolean {
  const ongoing = [...model.values()].filter((one) => one.ongoing);
  const chips = ongoing.flatMap((one) => [...one.chips]);
  return new Set(ongoing.map((one) => one.cryo)).size === ongoing.length && new Set(chips).size === chips.length;
}

async function outcomeOf(act: Act): Promise<string> {
  return carryOut(act).then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ServiceError) return error.kind;
      throw error;
    },
  );
}

async function begin(): Promise<void> {
  await verbs.empty();
  owner = await verbs.member('alice');
  const fields = { name: '', manufacturer: '', model: '', location: '', status: 'active' as const };
  for (const id of ['A', 'B']) await createCryostat(owner, id, fields);
  for (const chipId of ['a', 'b', 'c']) await createChip(owner, { chipId, topologyId: 'linear-2' });
}

test('any sequence of acts on cool-downs leaves what a model of them says, and refuses what the model refuses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      await begin();
      let model: Model = new Map();
      for (const one of acts) {
        const next = expected(model, one);
        expect(await outcomeOf(one), JSON.stringify(one)).toBe(typeof next === 'string' ? next : 'done');
        if (typeof next !== 'string') model = next;
      }
      const { records } = await listCooldowns(owner, {}, { skip: 0, limit: 100 });
      const found = records.map((one) => [
        one.cooldownId,
        one.cryoId,
        one.endedAt === undefined,
        [...one.chipIds].sort(),
      ]);
      const wanted = [...model].map(([id, one]) => [id, one.cryo, one.ongoing, [...one.chips].sort()]);
      expect(found.sort()).toEqual(wanted.sort());
      checkCooldowns(await verbs.table(), owner.projectId);
    }),
    { numRuns: caseCount(12) },
  );
});

test('acts on cool-downs at once keep chips, cryostats and cool-downs agreed, regardless of who wins', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 4 }),
      async (rounds) => {
        await begin();
        for (const round of rounds) {
          await Promise.all(round.map(outcomeOf));
          checkCooldowns(await verbs.table(), owner.projectId);
        }
      },
    ),
    { numRuns: caseCount(12) },
  );
});
