import { describe, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { reserveAttempt } from '#shared/people/store/rate-limit.ts';
import { refusal, refused } from '../../support/refusal.ts';
import { anybody, arrive, name, onProvider, person, provider, signIn, userNamed, world } from './scene.ts';

onProvider();

const failedSignIn = (why: string) => refused(401, `Signing in by Lab failed: ${why}. Begin again`);
const notTheAnswer = failedSignIn('its answer was not to this request, or has been used');
const unknownSignIn = refused(
  401,
  'This browser has begun no such sign-in, or it was ended or too long ago. Begin again',
);

describe('an answer that is not to be believed', () => {
  it('an answer is refused that another browser brings', async () => {
    const own = await arrive(person());
    const { browser_key } = await anybody.beginSignIn();
    expect(await refusal(anybody.completeSignIn({ body: { ...own, browser_key } }))).toEqual(unknownSignIn);
    expect(await anybody.completeSignIn({ body: own })).toMatchObject({ username: name });
  });

  it('an answer is refused whose state is not the one that was sent', async () => {
    const { response, browser_key } = await arrive(person());
    const changed = new URLSearchParams(response);
    changed.set('state', 'x'.repeat(43));
    const body = { response: changed.toString(), browser_key };
    expect(await refusal(anybody.completeSignIn({ body }))).toEqual(unknownSignIn);
  });

  it('an answer is taken once, and its code by no other sign-in', async () => {
    const body = await arrive(person());
    await anybody.completeSignIn({ body });
    expect(await refusal(anybody.completeSignIn({ body }))).toEqual(unknownSignIn);
    const other = await arrive(person());
    const replayed = new URLSearchParams(other.response);
    replayed.set('code', new URLSearchParams(body.response).get('code') ?? '');
    const replay = { ...other, response: replayed.toString() };
    expect(await refusal(anybody.completeSignIn({ body: replay }))).toEqual(notTheAnswer);
  });

  it('an answer is refused that comes more than ten minutes after the beginning', async () => {
    const body = await arrive(person());
    world.advance(601);
    expect(await refusal(anybody.completeSignIn({ body }))).toEqual(unknownSignIn);
  });

  it.each([
    ['another nonce', { nonce: 'another' }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://other.example' }],
    ['an end that is over', { exp: 1_700_000_000 }],
  ])('a token is refused that has %s', async (_, claims) => {
    provider.tamper = (own) => ({ claims: { ...own, ...claims } });
    expect(await refusal(signIn(person()))).toEqual(notTheAnswer);
    expect(await refusal(userNamed(name))).toMatchObject({ status: 404 });
  });

  it('a token is refused that another key has signed', async () => {
    provider.tamper = (claims) => ({ claims, byOtherKey: true });
    expect(await refusal(signIn(person()))).toEqual(notTheAnswer);
  });

  it('who declines at the provider is told so', async () => {
    expect(await refusal(signIn(undefined))).toEqual(failedSignIn("its answer was 'access_denied'"));
  });

  it('a provider that does not answer is told as such, and is asked anew by the next attempt', async () => {
    const body = await arrive(person());
    provider.isBroken = true;
    const expected = refused(503, expect.stringContaining('Lab did not answer as a sign-in provider does'));
    expect(await refusal(anybody.completeSignIn({ body }))).toEqual(expected);
    expect(await refusal(anybody.beginSignIn())).toEqual(expected);
    provider.isBroken = false;
    expect(await signIn(person())).toMatchObject({ username: name });
  });

  it('an address that begins hundreds of sign-ins has to wait', async () => {
    const { db } = contextOf(world.stack.runtime, 'test');
    const limit = { attempts: 300, windowSeconds: 300 };
    const bucket = { name: 'sign-in', address: '127.0.0.1' };
    world.advance(301);
    while ((await reserveAttempt(db, bucket, limit, world.now())).ok);
    expect(await refusal(anybody.beginSignIn())).toMatchObject({ status: 429 });
    world.advance(301);
    expect(await anybody.beginSignIn()).toMatchObject({ browser_key: expect.any(String) });
  });
});
