import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import { assignChip, unassignChip, updateCooldown } from '#shared/cooldowns/verbs/change-cooldown.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { createComment, deleteComment, updateComment } from '#shared/notes/verbs/comments.ts';
import { deleteNote, upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { deleteTaskNote, upsertTaskNote } from '#shared/notes/verbs/task-note.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { Crash, type FaultPlan, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkCooldowns } from '#test/support/invariants/cooldown-invariants.ts';
import { checkNotes } from '#test/support/invariants/note-invariants.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';

let verbs: Verbs;
let owner: ProjectContext;
let keys = 0;
beforeAll(async () => {
  verbs = await startVerbs(2);
});
afterAll(() => verbs.stop());

const chipId = 'c';
const taskId = 'task';
const start = '2025-01-01T00:00:00.000Z';
const end = '2025-02-01T00:00:00.000Z';
/** Within a cool-down of January that is over or ongoing; and within one that is ongoing alone. */
const ranges = {
  January: { startAt: '2025-01-10T00:00:00.000Z', endAt: '2025-01-20T00:00:00.000Z' },
  March: { startAt: '2025-03-10T00:00:00.000Z', endAt: '2025-03-20T00:00:00.000Z' },
};

const scopes = { none: {}, A: { cooldownId: 'A' }, B: { cooldownId: 'B' }, ...ranges };
type Scope = keyof typeof scopes;
const noteOf = {
  chip: { chipId, level: 'chip' },
  qubit: { chipId, level: 'target', target: { kind: 'qubit', id: '0' } },
  coupling: { chipId, level: 'target', target: { kind: 'coupling', id: '0-1' } },
  metric: { chipId, level: 'metric', target: { kind: 'qubit', id: '0' }, metric: 't1' },
} as const;
type Level = keyof typeof noteOf;

const cooldownActs = ['start', 'end', 'open', 'assign', 'unassign'] as const;
const level = fc.constantFrom<Level>('chip', 'qubit', 'coupling', 'metric');
const scope = fc.constantFrom<Scope>('none', 'A', 'B', 'January', 'March');
const cooldownId = fc.constantFrom('A', 'B');
const text = fc.constantFrom('', 'seen', '😀 drift', 'again');
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), level, scope, text }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), level, scope }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('comment' as const), scope, text }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('edit comment' as const, 'delete comment' as const), text }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('put task' as const, 'delete task' as const), text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('patch chip' as const), text }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom(...cooldownActs), cooldownId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renew chip' as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** How a call goes wrong: not at all, an answer that the SDK asks for again, or a process that dies and is asked again. */
const mishap = fc.constantFrom('none', 'lost answer', 'crash before commit', 'crash after commit');
type Mishap = typeof mishap extends fc.Arbitrary<infer T> ? T : never;

/** The stored notes and their subjects, by the model's own names, and all past events. */
interface Model {
  notes: Map<string, string>;
  /** Ids in the order in which they were made. */
  comments: Map<string, string>;
  /** They outlive the chip. */
  tasks: Map<string, string>;
  cooldowns: Map<string, { ongoing: boolean; listed: boolean }>;
  events: string[];
}

type Outcome = 'done' | ServiceError['kind'];

const pointer = ({ cooldowns }: Model) => [...cooldowns].find(([, one]) => one.ongoing && one.listed)?.[0];

/** The scope that a request means, or the refusal; `A` and `B` begin with the year and, once over, end with January. */
function scopeIn(model: Model, request: Scope, legacy: boolean, writes: boolean): string | 'invalid' {
  if (request === 'none') {
    const current = legacy ? undefined : pointer(model);
    return current === undefined ? 'global' : `cooldown ${current}`;
  }
  if (request === 'A' || request === 'B') {
    const one = model.cooldowns.get(request);
    return !one || (writes && !one.listed) ? 'invalid' : `cooldown ${request}`;
  }
  const holding = [...model.cooldowns].filter(([, one]) => one.listed && (one.ongoing || request === 'January'));
  return holding.length === 1 ? `cooldown ${holding[0]?.[0]}` : request;
}

/** Records the one event of an edit; undefined is a deletion. */
function say(model: Model, content: string | undefined): Outcome {
  model.events.push(content === undefined ? 'delete' : `upsert ${content}`.trim());
  return 'done';
}

/** Carries out an act in the model; answers the expected outcome. `made` is the id of a created comment. */
function expected(model: Model, one: Act, made: string | undefined): Outcome {
  switch (one.kind) {
    case 'put':
    case 'delete': {
      const legacy = one.level === 'qubit' || one.level === 'coupling';
      const found = scopeIn(model, one.scope, legacy, one.kind === 'put');
      if (found === 'invalid') return 'invalid';
      return edited(model, model.notes, `${one.level} ${found}`, one.kind === 'put' ? one.text : undefined);
    }
    case 'comment':
      if (scopeIn(model, one.scope, false, true) === 'invalid') return 'invalid';
      return edited(model, model.comments, made ?? '', one.text);
    case 'edit comment':
    case 'delete comment': {
      const last = [...model.comments.keys()].at(-1);
      if (last === undefined) return 'not-found';
      return edited(model, model.comments, last, one.kind === 'edit comment' ? one.text : undefined);
    }
    case 'put task':
    case 'delete task':
      return edited(model, model.tasks, taskId, one.kind === 'put task' ? one.text : undefined);
    case 'patch chip':
      if ((model.notes.get('chip global') ?? '') === one.text) return 'done';
      return edited(model, model.notes, 'chip global', one.text);
    case 'renew chip':
      model.notes.clear();
      model.comments.clear();
      for (const cooldown of model.cooldowns.values()) cooldown.listed = false;
      return 'done';
    default:
      return movedCooldown(model, one.kind, one.cooldownId);
  }
}

function edited(model: Model, notes: Map<string, string>, name: string, content: string | undefined): Outcome {
  if (content === undefined && !notes.delete(name)) return 'not-found';
  if (content !== undefined) notes.set(name, content);
  return say(model, content);
}

function movedCooldown(model: Model, kind: (typeof cooldownActs)[number], id: string): Outcome {
  const one = model.cooldowns.get(id);
  const loaded = pointer(model);
  const elsewhere = loaded !== undefined && loaded !== id;
  if (kind === 'start') {
    if (one || elsewhere) return 'conflict';
    model.cooldowns.set(id, { ongoing: true, listed: true });
    return 'done';
  }
  if (!one) return 'not-found';
  if (kind === 'end') one.ongoing = false;
  else if (kind === 'unassign') one.listed = false;
  else if (elsewhere && (kind === 'open' ? one.listed : one.ongoing)) return 'conflict';
  else if (kind === 'open') one.ongoing = true;
  else one.listed = true;
  return 'done';
}

/** The act on the service. */
function carryOut(ctx: ProjectContext, one: Act, model: Model): Promise<unknown> {
  const target = { kind: 'qubit' as const, id: '0' };
  const commentId = [...model.comments.keys()].at(-1) ?? 'none';
  const comment = { chipId, target, commentId, scope: {} };
  switch (one.kind) {
    case 'put':
      return upsertNote(ctx, { note: noteOf[one.level], scope: scopes[one.scope] }, one.text);
    case 'delete':
      return deleteNote(ctx, { note: noteOf[one.level], scope: scopes[one.scope] });
    case 'comment':
      return createComment(ctx, { chipId, target, scope: scopes[one.scope] }, one.text);
    case 'edit comment':
      return updateComment(ctx, comment, one.text);
    case 'delete comment':
      return deleteComment(ctx, comment);
    case 'put task':
      return upsertTaskNote(ctx, taskId, one.text, undefined);
    case 'delete task':
      return deleteTaskNote(ctx, taskId, undefined);
    case 'patch chip':
      return updateChip(ctx, chipId, { note: one.text });
    case 'renew chip':
      return deleteChip(ctx, chipId, { force: true, permanent: true }).then(() =>
        createChip(ctx, { chipId, topologyId: 'linear-2' }),
      );
    case 'start': {
      const { cooldownId: id } = one;
      const rest = { description: '', wiringInfo: '', wiringBlocks: '[]' };
      return createCooldown(ctx, { cooldownId: id, cryoId: id, startedAt: start, chipIds: [chipId], ...rest });
    }
    case 'end':
      return updateCooldown(ctx, one.cooldownId, { endedAt: end });
    case 'open':
      return updateCooldown(ctx, one.cooldownId, { endedAt: null });
    case 'assign':
      return assignChip(ctx, one.cooldownId, chipId);
    case 'unassign':
      return unassignChip(ctx, one.cooldownId, chipId);
  }
}

const isOfNotes = ({ kind }: Act) => !['renew chip', ...cooldownActs].includes(kind);

/** The n-th commit meets the mishap, once. */
function planOf(how: Mishap): FaultPlan {
  let left = how === 'none' ? 0 : 1;
  return ({ command }) => {
    if (command !== 'TransactWriteItems' || left === 0) return undefined;
    left -= 1;
    if (how === 'lost answer') return { after: timedOut() };
    return how === 'crash after commit' ? { after: new Crash() } : { before: new Crash() };
  };
}

/** One request with its mishap; a client whose request died sends it again under the same Idempotency-Key. */
async function request(one: Act, how: Mishap, model: Model): Promise<{ outcome: Outcome; value?: unknown }> {
  keys += 1;
  const forgetAt = Math.floor(verbs.now.getTime() / 1000) + 86_400;
  const mark = { userId: owner.actor.user.userId, digest: `key-${keys}`, forgetAt, repeated: false };
  const call = async (repeated: boolean): Promise<{ outcome: Outcome; value?: unknown }> => {
    try {
      const value = await carryOut({ ...owner, idempotency: { ...mark, repeated } }, one, model);
      return { outcome: 'done', value };
    } catch (error) {
      if (error instanceof ServiceError) return { outcome: error.kind };
      throw error;
    }
  };
  if (isOfNotes(one)) verbs.faults.plan(planOf(how));
  try {
    return await call(false);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    await verbs.faults.idle();
    return await call(true);
  } finally {
    verbs.faults.clear();
  }
}

async function begin(): Promise<void> {
  await verbs.empty();
  owner = await verbs.member('alice');
  const fields = { name: '', manufacturer: '', model: '', location: '', status: 'active' as const };
  for (const id of ['A', 'B']) await createCryostat(owner, id, fields);
  await createChip(owner, { chipId, topologyId: 'linear-2' });
  const result = taskResultRecord({ projectId: owner.projectId, chipId, taskId });
  await batchWriteItems(verbs.db, [{ put: taskResultEntity.encode(result, 1) }]);
}

const newModel = (): Model => ({
  notes: new Map(),
  comments: new Map(),
  tasks: new Map(),
  cooldowns: new Map(),
  events: [],
});
const tick = () => {
  verbs.now = new Date(verbs.now.getTime() + 1000);
};

test('any sequence of edits of notes, cool-down changes and retries leaves what a model says, with one event each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(act, mishap), { minLength: 6, maxLength: 25 }), async (steps) => {
      await begin();
      const model = newModel();
      for (const [one, how] of steps) {
        tick();
        const { outcome, value } = await request(one, how, model);
        const made = (value as { subject?: { commentId?: string } } | undefined)?.subject?.commentId;
        expect(outcome, JSON.stringify([one, how])).toBe(expected(model, one, made));
      }
      const table = await verbs.table();
      expect(checkNotes(table, owner.projectId)).toEqual(model.events);
      checkCooldowns(table, owner.projectId);
      expect((await readChip(owner, chipId)).currentCooldownId).toBe(pointer(model));
    }),
    { numRuns: caseCount(25) },
  );
});

test('edits of notes and cool-down changes at once keep states, events, copies and counts agreed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 2, maxLength: 5 }), { minLength: 2, maxLength: 4 }),
      async (rounds) => {
        await begin();
        const model = newModel();
        for (const round of rounds) {
          tick();
          const outcomes = await Promise.allSettled(
            round.filter(({ kind }) => kind !== 'renew chip').map((one) => carryOut(owner, one, model)),
          );
          for (const one of outcomes)
            if (one.status === 'rejected' && !(one.reason instanceof ServiceError)) throw one.reason;
          const table = await verbs.table();
          checkNotes(table, owner.projectId);
          checkCooldowns(table, owner.projectId);
        }
      },
    ),
    { numRuns: caseCount(15) },
  );
});
