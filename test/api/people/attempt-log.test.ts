import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AccessEntry } from '#shared/kernel/observability.ts';
import { startWorld, testPassword, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const hashOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16);

it('a login that fails is logged with the address and a hash of the name that was tried, and nothing else is', async () => {
  const eve = await world.register('eve');
  const logged = vi.spyOn(world.stack.runtime.log, 'access');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = (username: string) => new URLSearchParams({ username, password: 'wrong' }).toString();
  await world.raw('POST', '/auth/login', { headers: form, body: body('eve') });
  await world.raw('POST', '/auth/login', { headers: form, body: body(testPassword) });
  await eve.api.listApiTokens();
  await eve.api.listProjects();
  const lines = logged.mock.calls.map(([entry]: [AccessEntry]) => entry);
  const [name, typed, tokens, projects] = lines;
  expect(lines).toHaveLength(4);
  expect(name).toMatchObject({ operation: 'login', status: 401, clientAddress: '127.0.0.1', nameHash: hashOf('eve') });
  expect(typed).toMatchObject({ status: 401, nameHash: hashOf(testPassword) });
  expect(JSON.stringify(lines)).not.toContain(testPassword);
  expect(tokens).toMatchObject({ operation: 'listApiTokens', clientAddress: '127.0.0.1', userId: eve.userId });
  expect(tokens?.nameHash).toBeUndefined();
  expect(projects).toMatchObject({ operation: 'listProjects' });
  expect(projects?.clientAddress).toBeUndefined();
});
