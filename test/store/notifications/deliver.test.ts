import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { listWebhooks } from '#shared/notifications/store/webhooks.ts';
import { webhookWork } from '#shared/notifications/verbs/webhooks/deliver.ts';
import { deliveryIdOf, listDeliveries, replayDelivery } from '#shared/notifications/verbs/webhooks/deliveries.ts';
import { queueDeliveries, type SentEvent } from '#shared/notifications/verbs/webhooks/queue-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateSecret,
  updateWebhook,
} from '#shared/notifications/verbs/webhooks/webhooks.ts';
import { mostAttempts } from '#shared/work/rules/outbox.ts';
import { Crash, crashAt } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { type FakeSender, fakeSender } from '#test/support/webhooks/fake-sender.ts';
import { carryOutDue } from '#test/support/work/carry-out-due.ts';

let verbs: Verbs;
let sender: FakeSender;
let ctx: ProjectContext & { webhooks: FakeSender };
let webhookId: string;
let secret: string;

const choice = { url: 'https://hooks.example.com/in', description: '', kinds: ['run_failed' as const], active: true };

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  sender = fakeSender();
  ctx = { ...(await verbs.member('alice')), webhooks: sender };
  const made = await createWebhook(ctx, choice);
  ({ secret } = made);
  ({ webhookId } = made.webhook);
});

const event = (n = 0, more: Partial<SentEvent> = {}): SentEvent => ({
  projectId: ctx.projectId,
  kind: 'run_failed',
  at: '2025-03-01T11:59:00.000Z',
  id: n.toString(16).padStart(32, '0'),
  concerned: ['alice'],
  source: { type: 'execution', id: '20250301-000' },
  targetUrl: '/execution/20250301-000',
  title: 'Run 20250301-000 on torino failed',
  excerpt: 'No signal',
  ...more,
});

const queue = async (...events: SentEvent[]) => {
  const hooks = await listWebhooks(ctx.db, ctx.projectId);
  for (const one of events) await queueDeliveries(ctx, one, hooks);
};
const log = async () => (await listDeliveries(ctx, webhookId, {}, { skip: 0, limit: 100 })).records;
const advance = (seconds: number) => {
  verbs.now = new Date(verbs.now.getTime() + seconds * 1000);
};

/** The secrets under which a request is signed, of those that are given. */
function signedWith(request: FakeSender['sent'][number] | undefined, secrets: readonly string[]): string[] {
  const { headers = {}, body = '' } = request ?? {};
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signatureOf = (one: string) =>
    `v1,${createHmac('sha256', Buffer.from(one.replace('whsec_', ''), 'base64'))
      .update(signed)
      .digest('base64')}`;
  const given = headers['webhook-signature']?.split(' ') ?? [];
  expect(given.length).toBeGreaterThan(0);
  return secrets.filter((one) => given.includes(signatureOf(one)));
}

describe('deliveries to webhooks', () => {
  it('characters of a text that are not seen are sent as marks', async () => {
    await queue(event(0, { title: 'Run \u202E1 failed', excerpt: 'No\u200Bsignal' }));
    await carryOutDue(webhookWork, ctx);
    const { title, excerpt } = JSON.parse(sender.sent[0]?.body ?? '{}');
    expect([title, excerpt]).toEqual(['Run [U+202E]1 failed', 'No[U+200B]signal']);
  });

  it('a receiver that never answers holds up no one else, and is tried again once its time is over', async () => {
    const silent = Promise.withResolvers<{ error: string }>();
    const other = await createWebhook(ctx, { ...choice, url: 'https://hooks.example.com/other' });
    sender.answer = ({ url }) => (url === choice.url ? silent.promise : { status: 204 });
    await queue(event());
    const look = carryOutDue(webhookWork, ctx);
    const ofOther = async () =>
      (await listDeliveries(ctx, other.webhook.webhookId, {}, { skip: 0, limit: 1 })).records[0]?.status;
    await expect.poll(ofOther).toBe('delivered');
    expect((await log())[0]).toMatchObject({ status: 'pending', attempts: 1 });
    silent.resolve({ error: 'No answer within 10 seconds' });
    await look;
    expect((await log())[0]).toMatchObject({ status: 'pending', lastError: 'No answer within 10 seconds' });
    sender.answer = () => ({ status: 204 });
    advance(60);
    expect(await carryOutDue(webhookWork, ctx)).toMatchObject({ delivered: 1 });
  });

  it('an event is sent once, signed over its id, the time and the body, and is noted as delivered', async () => {
    await queue(event(), event());
    expect(await carryOutDue(webhookWork, ctx)).toEqual({ delivered: 1, refused: 0, failed: 0 });
    expect(await carryOutDue(webhookWork, ctx)).toEqual({ delivered: 0, refused: 0, failed: 0 });
    const [request] = sender.sent;
    expect(sender.sent).toHaveLength(1);
    expect(request?.url).toBe(choice.url);
    expect(request?.headers).toMatchObject({ 'webhook-id': event().id, 'webhook-timestamp': '1740830400' });
    expect(signedWith(request, [secret])).toEqual([secret]);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...{ id: event().id, kind: 'run_failed', project_id: ctx.projectId, created_at: event().at, actor_username: '' },
      concerned_usernames: ['alice'],
      ...{ title: event().title, excerpt: 'No signal', source_type: 'execution', source_id: '20250301-000' },
      url: `/p/${ctx.projectId}/execution/20250301-000`,
    });
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: 1, lastStatus: 204 }]);
    expect((await log())[0]?.nextAt).toBeUndefined();
  });

  it('kinds that a webhook did not choose are not sent to it, nor anything while it is off', async () => {
    await queue(event(0, { kind: 'mention' }));
    await updateWebhook(ctx, webhookId, { active: false });
    await queue(event());
    expect(await log()).toEqual([]);
  });

  it('what is refused is tried again for a day, ever less often, and then given up', async () => {
    sender.answer = () => ({ status: 500 });
    await queue(event());
    const tried: number[] = [];
    const start = verbs.now.getTime();
    for (let minute = 0; minute < 30 * 60; minute += 1) {
      const before = sender.sent.length;
      await carryOutDue(webhookWork, ctx);
      if (sender.sent.length > before) tried.push((verbs.now.getTime() - start) / 60_000);
      const [delivery] = await log();
      if (delivery?.status === 'dead') break;
      const next = delivery?.nextAt;
      advance(next === undefined ? 60 : (Date.parse(next) - verbs.now.getTime()) / 1000);
    }
    expect(tried).toEqual([0, 1, 6, 21, 81, 261, 621, 1341]);
    expect(tried).toHaveLength(mostAttempts);
    expect(new Set(sender.sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await log()).toMatchObject([{ status: 'dead', attempts: 8, lastStatus: 500 }]);
    expect((await log())[0]?.nextAt).toBeUndefined();
    advance(86_400);
    expect(await carryOutDue(webhookWork, ctx)).toEqual({ delivered: 0, refused: 0, failed: 0 });
  });

  it.each([{ status: 302 }, { status: 404 }, { error: 'The connection failed: ECONNREFUSED' }])(
    'a receiver that answers %o has not taken an event',
    async (outcome) => {
      sender.answer = () => outcome;
      await queue(event());
      expect(await carryOutDue(webhookWork, ctx)).toEqual({ delivered: 0, refused: 1, failed: 0 });
      const [delivery] = await log();
      expect(delivery).toMatchObject({ status: 'pending', attempts: 1, nextAt: '2025-03-01T12:01:00.000Z' });
      expect(delivery?.lastError).toEqual(expect.any(String));
    },
  );

  it('what was given up, or delivered, is sent again with its id when a user asks for it', async () => {
    await queue(event());
    await carryOutDue(webhookWork, ctx);
    const [delivered] = await log();
    if (!delivered) throw new Error('nothing was delivered');
    expect(await replayDelivery(ctx, webhookId, deliveryIdOf(delivered))).toMatchObject({
      status: 'pending',
      attempts: 0,
    });
    await carryOutDue(webhookWork, ctx);
    expect(sender.sent.map(({ headers }) => headers['webhook-id'])).toEqual([event().id, event().id]);
    for (const id of ['none', `1-${'0'.repeat(32)}`])
      await expect(replayDelivery(ctx, webhookId, id)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('after a rotation both secrets sign for a day, then the new one alone', async () => {
    const rotated = await rotateSecret(ctx, webhookId);
    await queue(event(1));
    await carryOutDue(webhookWork, ctx);
    expect(signedWith(sender.sent.at(-1), [secret, rotated.secret])).toEqual([secret, rotated.secret]);
    advance(86_401);
    await queue(event(2));
    await carryOutDue(webhookWork, ctx);
    expect(signedWith(sender.sent.at(-1), [secret, rotated.secret])).toEqual([rotated.secret]);
    const again = await rotateSecret(ctx, webhookId);
    const last = await rotateSecret(ctx, webhookId);
    await queue(event(3));
    await carryOutDue(webhookWork, ctx);
    expect(signedWith(sender.sent.at(-1), [rotated.secret, again.secret, last.secret])).toEqual([
      again.secret,
      last.secret,
    ]);
  });

  it('what is on its way to a webhook that is deleted, or to a project that is, is given up unsent', async () => {
    await queue(event());
    await deleteWebhook(ctx, webhookId);
    expect(await carryOutDue(webhookWork, ctx)).toEqual({ delivered: 0, refused: 0, failed: 0 });
    expect(sender.sent).toEqual([]);
    const items = [...(await verbs.table())].filter(([key]) => key.includes('#WEBHOOK |'));
    expect(items.map(([, text]) => (JSON.parse(text) as { status: { S: string } }).status.S)).toEqual(['dead']);
    expect([...(await verbs.table()).keys()].filter((key) => key.includes('WEBHOOKSECRETS'))).toEqual([]);
  });

  it('two looks side by side send each event once', async () => {
    const events = Array.from({ length: 30 }, (_, n) => event(n));
    await queue(...events);
    await Promise.all([carryOutDue(webhookWork, ctx), carryOutDue(webhookWork, ctx), carryOutDue(webhookWork, ctx)]);
    const ids = sender.sent.map(({ headers }) => headers['webhook-id']);
    expect(ids.toSorted()).toEqual(events.map(({ id }) => id));
  });

  it('a receiver that does not answer gets one event a look, and keeps none from the others', async () => {
    const other = { ...choice, url: 'https://other.example.com/in' };
    await createWebhook(ctx, other);
    await queue(...Array.from({ length: 5 }, (_, n) => event(n)));
    sender.answer = ({ url }) => (url === other.url ? { status: 200 } : { error: 'No answer within 10 seconds' });
    expect(await carryOutDue(webhookWork, ctx)).toEqual({ delivered: 5, refused: 1, failed: 0 });
    expect(sender.sent.filter(({ url }) => url === other.url).map(({ headers }) => headers['webhook-id'])).toEqual(
      Array.from({ length: 5 }, (_, n) => event(n).id),
    );
    expect(await carryOutDue(webhookWork, ctx)).toEqual({ delivered: 0, refused: 1, failed: 0 });
    sender.answer = () => ({ status: 200 });
    advance(60);
    expect(await carryOutDue(webhookWork, ctx)).toEqual({ delivered: 5, refused: 0, failed: 0 });
    expect((await log()).map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
  });

  it('a look begins nothing more once its time is over, and the next one goes on', async () => {
    await queue(...Array.from({ length: 5 }, (_, n) => event(n)));
    sender.answer = () => {
      advance(15);
      return { status: 200 };
    };
    expect(await carryOutDue(webhookWork, ctx)).toEqual({ delivered: 3, refused: 0, failed: 0 });
    expect(await carryOutDue(webhookWork, ctx)).toEqual({ delivered: 2, refused: 0, failed: 0 });
  });

  it('however often events are told of, in any order, and whatever receivers refuse, each webhook takes each once', async () => {
    const urls = ['a', 'b', 'c'].map((name) => `https://${name}.example.com/in`);
    for (const url of urls) await createWebhook(ctx, { ...choice, url });
    await deleteWebhook(ctx, webhookId);
    const events = Array.from({ length: 60 }, (_, n) => event(n));
    await queue(...events, ...events.toReversed(), ...events);
    const tries = new Map<string, number>();
    const taken: string[] = [];
    sender.answer = ({ url, headers }) => {
      const name = `${url} ${headers['webhook-id']}`;
      const before = tries.get(name) ?? 0;
      tries.set(name, before + 1);
      // From none to three times it is refused, or not answered.
      if (before < (tries.size * 7) % 4) return before % 2 === 0 ? { status: 503 } : { error: 'ECONNRESET' };
      taken.push(name);
      return { status: 200 };
    };
    for (let look = 0; look < 400 && taken.length < urls.length * events.length; look += 1) {
      await Promise.all([carryOutDue(webhookWork, ctx), carryOutDue(webhookWork, ctx)]);
      advance(60);
    }
    const wanted = urls.flatMap((url) => events.map(({ id }) => `${url} ${id}`));
    expect(taken.toSorted()).toEqual(wanted.toSorted());
  });

  it.each(['before', 'after'] as const)(
    'an event is sent at least once, with one id, whichever call a look dies %s',
    async (when) => {
      await queue(event());
      let isDead = true;
      for (let call = 1; isDead; call += 1) {
        const [standing] = await log();
        if (!standing) throw new Error('the delivery is gone');
        sender.sent.length = 0;
        await replayDelivery(ctx, webhookId, deliveryIdOf(standing));
        verbs.faults.plan(crashAt(call, when));
        isDead = await carryOutDue(webhookWork, ctx).then(
          ({ failed = 0 }) => failed > 0,
          (error: unknown) => error instanceof Crash,
        );
        await verbs.faults.idle();
        verbs.faults.clear();
        advance(600);
        await carryOutDue(webhookWork, ctx);
        expect(sender.sent.length, `call ${call}`).toBeGreaterThanOrEqual(1);
        expect(new Set(sender.sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event().id]));
        expect(await log()).toMatchObject([{ status: 'delivered' }]);
      }
    },
  );
});
