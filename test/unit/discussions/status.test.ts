import { describe, expect, it } from 'vitest';
import { defaultCategories, inOrder, keyOfName } from '#shared/discussions/rules/categories.ts';
import { parsePostId, postIdOf } from '#shared/discussions/rules/post-id.ts';
import { hasStatus, moveTo, THREAD_STATUSES } from '#shared/discussions/rules/status.ts';

const by = { username: 'ada', at: '2025-03-01T12:00:00.000Z' };
const closed = { status: 'resolved', closeReason: 'resolved', closedAt: 'then', closedBy: 'bob' } as const;

describe('the status of a thread', () => {
  it('closing says who, when and why, resolved unless said', () => {
    const closing = { status: 'resolved', closedAt: by.at, closedBy: 'ada' };
    expect(moveTo({ status: 'identified' }, { status: 'resolved' }, by)).toEqual({
      ...closing,
      closeReason: 'resolved',
    });
    const duplicate = moveTo({ status: 'open' }, { status: 'resolved', reason: 'duplicate' }, by);
    expect(duplicate).toEqual({ ...closing, closeReason: 'duplicate' });
  });

  it('closing again changes nothing, unless for another reason', () => {
    expect(moveTo(closed, { status: 'resolved' }, by)).toBeUndefined();
    expect(moveTo(closed, { status: 'resolved', reason: 'not_planned' }, by)).toMatchObject({
      closeReason: 'not_planned',
    });
  });

  it('a status that remains is not a change, and opening leaves nothing of the closing', () => {
    expect(moveTo({ status: 'open' }, { status: 'open' }, by)).toBeUndefined();
    expect(moveTo(closed, { status: 'investigating' }, by)).toEqual({ status: 'investigating' });
  });

  it('lists ask for one status, for those that are not closed, or for all', () => {
    const found = (wanted: Parameters<typeof hasStatus>[1]) =>
      THREAD_STATUSES.filter((status) => hasStatus({ status }, wanted));
    expect(found('identified')).toEqual(['identified']);
    expect(found('unresolved')).toEqual(['open', 'investigating', 'identified']);
    expect(found('all')).toEqual([...THREAD_STATUSES]);
  });
});

describe('the id of a post', () => {
  it('a thread has its own, a reply that and its number', () => {
    const threadId = '0190'.repeat(8);
    for (const ref of [
      { threadId, reply: 0 },
      { threadId, reply: 12 },
    ])
      expect(parsePostId(postIdOf(ref))).toEqual(ref);
    expect(postIdOf({ threadId })).toBe(threadId);
  });

  it.each(['', 'x', '0190'.repeat(7), `${'0190'.repeat(8)}-0`, `${'0190'.repeat(8)}-01`, `${'0190'.repeat(8)}-1-2`])(
    'no post is called %j',
    (text) => {
      expect(parsePostId(text)).toBeUndefined();
    },
  );
});

describe('categories', () => {
  it('those of a new project are in order, and each takes threads', () => {
    expect(inOrder(defaultCategories)).toEqual(defaultCategories);
    expect(defaultCategories.map(({ key }) => key)).toEqual(['qubit', 'coupling', 'control', 'system', 'other']);
    expect(defaultCategories.some(({ archived }) => archived)).toBe(false);
  });

  it.each([
    ['Cryo & wiring', 'cryo-wiring'],
    ['  Ähnliches  ', 'ahnliches'],
    ['量子', ''],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('of the name %j follows the key %j', (name, key) => {
    expect(keyOfName(name)).toBe(key);
  });
});
