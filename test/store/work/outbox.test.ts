import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { emailKeys } from '#shared/kernel/store/keys.ts';
import { type EmailName, emailEntity } from '#shared/notifications/store/emails.ts';
import { mostAttempts } from '#shared/work/rules/outbox.ts';
import { listDue } from '#shared/work/store/outbox.ts';
import { claim, enqueue, sendAgain, settle } from '#shared/work/verbs/kinds/outbox.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
const name = { userId: 'usr_1', at: '2025-03-01T11:00:00.000Z', id: 'a'.repeat(32) };

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  await enqueue(verbs.ctx, emailEntity, { ...name, purpose: 'notification' });
});

const advance = (seconds: number) => {
  verbs.now = new Date(verbs.now.getTime() + seconds * 1000);
};
const read = async () => {
  const item = await getItem(verbs.db, emailKeys.email(name.userId, name.at, name.id));
  if (!item) throw new Error('The item is gone');
  return emailEntity.decode(item);
};
const due = () => listDue<EmailName>(verbs.db, emailKeys.due, verbs.now.toISOString());
const claimIt = async () => {
  const claimed = await claim(verbs.ctx, emailEntity, await read());
  if (!claimed) throw new Error('It was not claimed');
  return claimed;
};

describe('an outbox', () => {
  test('an item is in the list of what is due until it is claimed, and again at its next time unless it has ended', async () => {
    expect(await due()).toEqual([name]);
    const claimed = await claimIt();
    expect(await due()).toEqual([]);
    advance(60);
    expect(await due()).toEqual([name]);
    await settle(verbs.ctx, emailEntity, claimed, { ended: 'sent' });
    expect(await due()).toEqual([]);
  });

  test('of two processes that have read an item, one claims it', async () => {
    const found = await read();
    const claims = await Promise.all([1, 2].map(() => claim(verbs.ctx, emailEntity, found)));
    expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(1);
    expect((await read()).attempts).toBe(1);
  });

  test('a process that was slow records its attempt late, unless another has claimed the item meanwhile', async () => {
    const slow = await claimIt();
    advance(3600);
    const other = await claimIt();
    await settle(verbs.ctx, emailEntity, slow, { refused: 'too late' });
    expect(await read()).toEqual(other);
    advance(3600);
    await settle(verbs.ctx, emailEntity, other, { ended: 'sent' });
    expect(await read()).toMatchObject({ status: 'sent', attempts: 2 });
  });

  test('an item whose last attempt was not settled is given up, and can be sent again as if it were new', async () => {
    for (let n = 0; n < mostAttempts; n += 1) await claimIt();
    expect(await claim(verbs.ctx, emailEntity, await read())).toBeUndefined();
    const reason = 'The last attempt was not answered';
    expect(await read()).toMatchObject({ status: 'dead', attempts: mostAttempts, lastError: reason });
    await sendAgain(verbs.ctx, emailEntity, 'The e-mail', read);
    expect(await read()).toMatchObject({ status: 'pending', attempts: 0 });
    expect(await due()).toEqual([name]);
  });

  test('an item that is put again stays as it is', async () => {
    await settle(verbs.ctx, emailEntity, await claimIt(), { ended: 'sent' });
    const before = await read();
    await enqueue(verbs.ctx, emailEntity, { ...name, purpose: 'notification' });
    expect(await read()).toEqual(before);
  });
});
