import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { apiTokenEntity, getUser, listTokens } from '#shared/people/store/users.ts';
import { createApiToken, tokenLimit } from '#shared/people/verbs/api-tokens.ts';
import { createUser } from '#shared/people/verbs/create-user.ts';
import { changePassword } from '#shared/people/verbs/passwords.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

/** The maker of an API token pauses before it is written. */
let verbs: Verbs;
let ctx: UserContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
const password = 'a good long password';
beforeEach(async () => {
  await verbs.empty();
  const account = { username: 'carol', password, createDefaultProject: false, mustChangePassword: false };
  const { userId } = await createUser(verbs.ctx, account);
  ctx = { ...verbs.ctx, actor: { user: await carol(userId), apiToken: undefined } };
});

async function carol(userId: string) {
  const user = await getUser(verbs.db, userId);
  if (!user) throw new Error('There is no carol');
  return user;
}
const make = (name: string) => createApiToken(ctx, { name });
const names = async () => (await listTokens(verbs.db, ctx.actor.user.userId)).map(({ name }) => name).sort();

test('of two tokens of one name that are made at once, the second is refused', async () => {
  const slow = interleaved(verbs.client, { work: () => make('laptop'), meanwhile: () => make('laptop') });
  await expect(slow).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('already exists') });
  expect(await names()).toEqual(['laptop']);
});

test('two tokens of different names that are made at once are both made', async () => {
  await interleaved(verbs.client, { work: () => make('laptop'), meanwhile: () => make('fridge') });
  expect(await names()).toEqual(['fridge', 'laptop']);
});

test('no one has more tokens than they may, however many are made at once', async () => {
  const { user } = ctx.actor;
  const { userId, tokenVersion } = user;
  const facts = { userId, tokenVersion, secretHash: 'hash', createdAt: '2025-03-01T12:00:00.000Z' };
  await batchWriteItems(
    verbs.db,
    Array.from({ length: tokenLimit - 1 }, (_, n) => ({
      put: apiTokenEntity.encode({ ...facts, tokenId: `id-${n}`, name: `token ${n}` }, 1),
    })),
  );
  const slow = interleaved(verbs.client, { work: () => make('laptop'), meanwhile: () => make('fridge') });
  await expect(slow).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining(`${tokenLimit}`) });
  expect(await names()).toHaveLength(tokenLimit);
});

test('a session that ends before its token is written makes none', async () => {
  const slow = interleaved(verbs.client, {
    work: () => make('laptop'),
    meanwhile: () =>
      changePassword(ctx, { currentPassword: password, newPassword: 'another good password', address: '192.0.2.1' }),
  });
  await expect(slow).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect(await names()).toEqual([]);
});
