import { scryptSync } from 'node:crypto';
import { expect } from 'vitest';
import type { Context, UserContext } from '#shared/kernel/context.ts';
import { getItem, openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { systemKeys } from '#shared/kernel/store/keys.ts';
import { getUser, listTokens, type UserRecord } from '#shared/people/store/users.ts';
import { createApiToken, deleteApiToken } from '#shared/people/verbs/api-tokens.ts';
import { attemptLimits } from '#shared/people/verbs/attempts.ts';
import { authorize, identify } from '#shared/people/verbs/auth/authenticate.ts';
import { needsRehash } from '#shared/people/verbs/auth/passwords.ts';
import { signingKeyOf } from '#shared/people/verbs/auth/signing-keys.ts';
import { createUser } from '#shared/people/verbs/create-user.ts';
import { login } from '#shared/people/verbs/login.ts';
import { changePassword, resetPassword } from '#shared/people/verbs/passwords.ts';
import { updateProfile } from '#shared/people/verbs/update-user.ts';
import { addUser } from '#test/support/engine/add-user.ts';
import { anHourLater, type HolderCase, type Stage } from './holder-case.ts';

interface Scene {
  ctx: UserContext;
  tokenId: string;
}

type Act = (scene: Scene) => Promise<unknown>;

const username = 'carol';
const userId = 'usr_carol';
const address = '192.0.2.1';
const passwords = { first: 'a good long password', second: 'another good password', third: 'a third good password' };

/** As an earlier version hashed it: a login brings it to today's parameters. */
const oldHash = (() => {
  const salt = Buffer.from('sixteen bytes ok');
  const key = scryptSync(passwords.first, salt, 32, { N: 2 ** 4, r: 8, p: 1 });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$scrypt$ln=4,r=8,p=1$${text(salt)}$${text(key)}`;
})();

const tryIn = (ctx: Context, password: string) => login(ctx, { username, password, address });
const change = ({ ctx }: Scene, newPassword: string) =>
  changePassword(ctx, { currentPassword: passwords.first, newPassword, address });

const acts: Record<string, Act> = {
  'logs in': ({ ctx }) => tryIn(ctx, passwords.first),
  'fails to log in': ({ ctx }) => tryIn(ctx, 'a wrong password'),
  'changes their password': (scene) => change(scene, passwords.second),
  'edits their profile': ({ ctx }) => updateProfile(ctx, ctx.actor.user, { fullName: 'Carol' }),
  'makes an API token': ({ ctx }) => createApiToken(ctx, { name: 'new' }),
  'revokes an API token': ({ ctx, tokenId }) => deleteApiToken(ctx, tokenId),
  'registers a user': ({ ctx }) =>
    createUser(ctx, {
      ...{ username: 'dave', password: passwords.first },
      createDefaultProject: true,
      mustChangePassword: false,
    }),
};

/** What an act answers is given out for this password. */
const ofPassword: Record<string, string> = {
  'logs in': passwords.first,
  'makes an API token': passwords.first,
  'changes their password': passwords.second,
};

const bearerOf = (answer: unknown): string => {
  const { token } = answer as { token: string | { token: string } };
  return typeof token === 'string' ? token : token.token;
};

const others: Record<string, (scene: Scene, act: Act) => Promise<unknown>> = {
  'another does the same': (scene, act) => act(scene).catch(() => undefined),
  'an administrator sets the password': ({ ctx }) => resetPassword(ctx, { username, newPassword: passwords.third }),
  'a user fails as often as they may': async ({ ctx }) => {
    for (let n = 0; n < attemptLimits.nameFromNetwork.attempts; n += 1)
      await tryIn(ctx, 'a wrong password').catch(() => undefined);
  },
};

/**
 * Accounts. A replaced password, and a session or token from before, is refused; a revoked API token is gone; a name
 * belongs to one user, or one token; and no one has more attempts in a time than allowed.
 */
export function accountCases({ verbs, pauses }: Stage): HolderCase[] {
  const prepare = async (): Promise<Scene> => {
    await verbs.empty();
    verbs.now = new Date('2025-03-01T12:00:00.000Z');
    // What a process has cached of the keys that sign is of its database.
    const ctx = { ...verbs.ctx, db: openDatabase(verbs.client, verbs.engine.tableName) };
    await addUser(ctx, { userId, username, passwordHash: oldHash });
    const acting = async () => {
      const user = await getUser(ctx.db, userId);
      if (!user) throw new Error(`There is no ${username}`);
      return { ...ctx, actor: { user, apiToken: undefined } };
    };
    // A process reads its keys once: a holder that paused there would block the whole process, and no other would go
    // on.
    await signingKeyOf(ctx);
    const { record } = await createApiToken(await acting(), { name: 'old' });
    return { ctx: await acting(), tokenId: record.tokenId };
  };
  const isOpen = async ({ ctx }: Scene, bearer: string): Promise<boolean> => {
    const requirement = { requestedProjectId: undefined, project: 'none' as const, admin: false };
    const more = { writes: false, sessionOnly: false, beforePasswordChange: true };
    return authorize(ctx, await identify(ctx, `Bearer ${bearer}`), { ...requirement, ...more }).then(
      () => true,
      () => false,
    );
  };
  return Object.entries(acts).map(([name, act]) => ({
    name,
    others: Object.keys(others),
    visit: async (at, other) => {
      const scene = await prepare();
      const { ctx } = scene;
      let revoked = false;
      const paused = await pauses.run(
        at,
        () => act(scene),
        async () => {
          anHourLater({ verbs });
          await others[other]?.(scene, act);
          revoked = (await listTokens(ctx.db, userId)).every(({ tokenId }) => tokenId !== scene.tokenId);
        },
      );
      // What was failed is in a window that has its bound.
      const bucket = await getItem(ctx.db, systemKeys.rateBucket(`login ${username}`, address));
      expect(Number(bucket?.attempts ?? 0)).toBeLessThanOrEqual(attemptLimits.nameFromNetwork.attempts);
      expect(Number(bucket?.attempts ?? 0)).toBeGreaterThanOrEqual(0);
      const tokens = await listTokens(ctx.db, userId);
      expect(new Set(tokens.map((token) => token.name)).size).toBe(tokens.length);
      if (revoked) expect(tokens.map(({ tokenId }) => tokenId)).not.toContain(scene.tokenId);
      anHourLater({ verbs });
      const fits: { password: string; user: UserRecord }[] = [];
      for (const password of Object.values(passwords))
        await tryIn(ctx, password).then(
          ({ user }) => fits.push({ password, user }),
          () => undefined,
        );
      // One password opens the account.
      expect(fits).toHaveLength(1);
      const [{ password, user }] = fits as [(typeof fits)[number]];
      if (other === 'an administrator sets the password' && paused.reached && name !== 'changes their password')
        expect(password).toBe(passwords.third);
      if (password !== passwords.first) expect(await needsRehash(user.passwordHash)).toBe(false);
      // What was given out for a password is open as long as that is the one.
      const givenFor = ofPassword[name];
      if (givenFor && paused.outcome.status === 'fulfilled')
        expect(await isOpen(scene, bearerOf(paused.outcome.value))).toBe(password === givenFor);
      return paused;
    },
  }));
}
