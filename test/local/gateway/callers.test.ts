import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { Callers } from '#local/gateway/callers.ts';
import { addressReader } from '#local/gateway/client-address.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { formatApiToken } from '#shared/people/verbs/auth/api-token.ts';

const request = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;
const withToken = (token: string) => request({ authorization: `Bearer ${token}` });
const callers = (trusted = '', warnings: string[] = []) =>
  new Callers({
    userOfLogin: async (token) => (token === 'right' ? 'ada' : undefined),
    addressOf: addressReader(loadConfig({ TRUSTED_PROXIES: trusted }).trustedProxies, (text) => warnings.push(text)),
  });

const name = { userId: 'ada', username: 'ada', tokenId: 't1', projectId: undefined };
const apiToken = formatApiToken(name, 'a'.repeat(40));
const forged = formatApiToken(name, 'b'.repeat(40));

test('a login token that is right counts as its user, and any other as the address that it comes from', async () => {
  const known = callers();
  expect(await known.of(withToken('right'))).toBe('user ada');
  expect(await known.of(withToken('forged'))).toBe('address 127.0.0.1');
  expect(await known.of(request({}))).toBe('address 127.0.0.1');
});

test('an API token counts as its user once an answer has shown it to be right, and until one refuses it', async () => {
  const known = callers();
  const [own, other] = [withToken(apiToken), withToken(forged)];
  expect(await known.of(own)).toBe('address 127.0.0.1');
  known.learn(own, 200);
  known.learn(other, 401);
  known.learn(other, 400);
  expect([await known.of(own), await known.of(other)]).toEqual(['user ada', 'address 127.0.0.1']);
  known.learn(own, 401);
  expect(await known.of(own)).toBe('address 127.0.0.1');
});

test('behind a proxy that is named each client counts as its own address, an IPv6 one with its /64', async () => {
  const known = callers('127.0.0.1');
  const of = (forwarded: string) => known.of(request({ 'x-forwarded-for': forwarded }));
  expect(await of('198.51.100.7')).toBe('address 198.51.100.7');
  expect(await of('203.0.113.9, 198.51.100.8')).toBe('address 198.51.100.8');
  expect(await of('2001:db8:1:2::9')).toBe('address 2001:db8:1:2::/64');
});

test('a proxy that is not named is warned of once, with the setting that names it, and not believed', async () => {
  const warnings: string[] = [];
  const known = callers('', warnings);
  for (let n = 0; n < 3; n += 1)
    expect(await known.of(request({ 'x-forwarded-for': `198.51.100.${n}` }))).toBe('address 127.0.0.1');
  expect(warnings).toEqual([expect.stringContaining('TRUSTED_PROXIES=127.0.0.1')]);
  const named = callers('127.0.0.1', warnings);
  await named.of(request({ 'x-forwarded-for': '198.51.100.7' }));
  expect(warnings).toHaveLength(1);
});
