import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import type { EmailOutcome } from '#shared/notifications/email/port.ts';
import type { EmailRules } from '#shared/notifications/rules/email-rules.ts';
import { notificationKinds } from '#shared/notifications/rules/kinds.ts';
import { type EmailRecord, emailEntity } from '#shared/notifications/store/emails.ts';
import { type NotificationRecord, putNotification } from '#shared/notifications/store/notifications.ts';
import { emailWork } from '#shared/notifications/verbs/emails/send-due-emails.ts';
import { notificationIdOf, readOne } from '#shared/notifications/verbs/inbox.ts';
import {
  confirmEmailAddress,
  readEmailSettings,
  replaceEmailSettings,
  replaceUnwanted,
} from '#shared/notifications/verbs/settings.ts';
import { getUser, userEntity } from '#shared/people/store/users.ts';
import { listMembers, memberEntity } from '#shared/projects/store/projects.ts';
import { mostAttempts } from '#shared/work/rules/outbox.ts';
import { type FakeMailer, fakeMailer } from '#test/support/email/fake-mailer.ts';
import { Crash, crashAt } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { notificationRecord } from '#test/support/notifications/notification.ts';
import { carryOutDue } from '#test/support/work/carry-out-due.ts';

let verbs: Verbs;
let email: FakeMailer;
let ctx: ProjectContext & { email: FakeMailer };

const rules: EmailRules = { kinds: [...notificationKinds], timeZone: 'Europe/Berlin' };

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.faults.clear();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  ctx = await mailingAs('alice');
  await confirm('alice@example.com');
});

async function mailingAs(username: string) {
  email = fakeMailer();
  const member = await verbs.member(username);
  const config = { ...member.config, emailSender: 'fiducial@example.com', publicUrl: 'https://lab.example.com' };
  return { ...member, config, email };
}

const advance = (seconds: number) => {
  verbs.now = new Date(verbs.now.getTime() + seconds * 1000);
};
const code = () => / ([A-Z2-9]{10}) confirms/.exec(email.sent.at(-1)?.subject ?? '')?.[1] ?? '';

/** Gives Alice an address, by the code that it is sent. */
async function confirm(address: string, given: Partial<EmailRules> = {}): Promise<void> {
  await replaceEmailSettings(ctx, { address, rules: { ...rules, ...given } });
  await carryOutDue(emailWork, ctx);
  await confirmEmailAddress(ctx, code());
  email.sent.length = 0;
}

/** Puts a notification into Alice's inbox, to be sent by e-mail. */
async function tell(n: number, given: Partial<NotificationRecord> = {}, dueAt = verbs.now.toISOString()) {
  const { userId, username } = ctx.actor.user;
  const at = new Date(Date.parse('2025-03-01T11:00:00.000Z') + n * 1000).toISOString();
  const record = notificationRecord({
    ...{ userId, username, projectId: ctx.projectId, at, id: n.toString(16).padStart(32, '0') },
    ...{ kind: 'run_failed', title: `Run ${n} failed`, targetUrl: `/projects?of=${n}` },
    ...given,
  });
  await putNotification(verbs.db, record, dueAt);
  return record;
}

const titles = () => email.sent.map(({ text }) => [...text.matchAll(/^Run (\d+) failed$/gm)].map(([, n]) => Number(n)));

/** The status of each e-mail, by the number of its event. */
async function states(): Promise<Record<string, EmailRecord['status']>> {
  const items = [...(await verbs.table())].filter(([key]) => key.startsWith(`USER#${ctx.actor.user.userId}#EMAIL`));
  const states = items.map(([key, text]) => [key, JSON.parse(text) as Record<string, { S: string }>] as const);
  return Object.fromEntries(
    states
      .filter(([, item]) => item.purpose?.S === 'notification')
      .map(([, item]) => [Number.parseInt(item.id?.S ?? '', 16), item.status?.S as EmailRecord['status']]),
  );
}

describe('e-mails to people', () => {
  it('what is due goes in one message, the oldest first, and once however often one looks', async () => {
    for (const n of [3, 1, 2]) await tell(n);
    await tell(1);
    expect(await carryOutDue(emailWork, ctx)).toEqual({ mailed: 1, notMailed: 0, failedMails: 0 });
    expect(await carryOutDue(emailWork, ctx)).toEqual({ mailed: 0, notMailed: 0, failedMails: 0 });
    expect(titles()).toEqual([[1, 2, 3]]);
    expect(email.sent).toMatchObject([{ to: 'alice@example.com', subject: 'Fiducial: 3 notifications: Run 1 failed' }]);
    expect(email.sent[0]?.text).toContain('https://lab.example.com/projects?of=2');
    expect(await states()).toEqual({ 1: 'sent', 2: 'sent', 3: 'sent' });
  });

  it('what is due later is not sent before, and more than fifty go in several messages', async () => {
    const later = new Date(verbs.now.getTime() + 60_000).toISOString();
    for (let n = 0; n < 60; n += 1) await tell(n, {}, n < 55 ? undefined : later);
    await carryOutDue(emailWork, ctx);
    expect(titles().map(({ length }) => length)).toEqual([50, 5]);
    advance(60);
    await carryOutDue(emailWork, ctx);
    expect(
      titles()
        .flat()
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 60 }, (_, n) => n));
  });

  it('what leads to a run that was deleted is not sent', async () => {
    await tell(1);
    await tell(2, { targetUrl: '/execution/20250301-002' });
    await carryOutDue(emailWork, ctx);
    expect(titles()).toEqual([[1]]);
    expect(await states()).toEqual({ 1: 'sent', 2: 'dropped' });
  });

  it('what was read, muted, is not chosen or is no longer seen is left out', async () => {
    const read = await tell(1);
    await readOne(ctx, notificationIdOf(read));
    await tell(2, { targetUrl: '/projects/torino/webhooks/2' });
    await tell(3, { kind: 'mention' });
    await tell(4, { projectId: 'another' });
    await tell(5);
    const mutes = [{ projectId: ctx.projectId, targetUrl: '/projects/torino' }];
    await replaceUnwanted(ctx, { muted: [], mutes });
    await replaceEmailSettings(ctx, { address: 'alice@example.com', rules: { ...rules, kinds: ['run_failed'] } });
    await carryOutDue(emailWork, ctx);
    expect(titles()).toEqual([[5]]);
    expect(await states()).toEqual({ 1: 'dropped', 2: 'dropped', 3: 'dropped', 4: 'dropped', 5: 'sent' });
  });

  it.each(['is disabled', 'gave their address up', 'left the project'])(
    'no one is sent anything who %s',
    async (how) => {
      await tell(1);
      const { userId } = ctx.actor.user;
      const user = await getUser(verbs.db, userId);
      const [member] = await listMembers(verbs.db, ctx.projectId);
      if (!user || !member) throw new Error('Alice is not there');
      if (how === 'is disabled')
        await batchWriteItems(verbs.db, [{ put: userEntity.encode({ ...user, disabled: true }, 9) }]);
      else if (how === 'gave their address up') await replaceEmailSettings(ctx, { address: undefined, rules });
      else
        await batchWriteItems(verbs.db, [
          { put: memberEntity.encode({ ...member, status: 'revoked' }, 9) },
          await mirrorGone(),
        ]);
      await carryOutDue(emailWork, ctx);
      expect(email.sent).toEqual([]);
      expect(await states()).toEqual({ 1: 'dropped' });
    },
  );

  /** The membership as the user's own rows have it. */
  const mirrorGone = async () => ({
    delete: { pk: `USER#${ctx.actor.user.userId}`, sk: `PROJECT#${ctx.projectId}` },
  });

  it('quiet hours that were chosen meanwhile hold what is due until their end', async () => {
    await tell(1);
    const quiet = { from: '12:00', to: '14:00' };
    await replaceEmailSettings(ctx, { address: 'alice@example.com', rules: { ...rules, quiet } });
    await carryOutDue(emailWork, ctx);
    expect(email.sent).toEqual([]);
    verbs.now = new Date('2025-03-01T13:00:00.000Z');
    await carryOutDue(emailWork, ctx);
    expect(titles()).toEqual([[1]]);
  });

  it('what is not taken is tried again with the same id, ever less often, and then given up', async () => {
    email.answer = () => ({ error: 'Amazon SES answered 503' });
    await tell(1);
    const start = verbs.now.getTime();
    const tried: number[] = [];
    for (let minute = 0; minute <= 1400; minute += 1) {
      const before = email.sent.length;
      await carryOutDue(emailWork, ctx);
      if (email.sent.length > before) tried.push((verbs.now.getTime() - start) / 60_000);
      advance(60);
    }
    expect(tried).toEqual([0, 1, 6, 21, 81, 261, 621, 1341]);
    expect(tried).toHaveLength(mostAttempts);
    expect(new Set(email.sent.map(({ id }) => id)).size).toBe(1);
    expect(await states()).toEqual({ 1: 'dead' });
  });

  it('a provider that does not answer for one person holds up no one else, and is asked again once its time is over', async () => {
    const alice = ctx;
    const bob = await mailingAs('bob');
    const statesOf = (person: typeof ctx) => {
      ctx = person;
      return states();
    };
    ctx = bob;
    await confirm('bob@example.com');
    await tell(2);
    ctx = alice;
    await tell(1);
    const silent = Promise.withResolvers<EmailOutcome>();
    email.answer = ({ to }) => (to === 'alice@example.com' ? silent.promise : { taken: true });
    const look = carryOutDue(emailWork, bob);
    await expect.poll(() => statesOf(bob)).toEqual({ 2: 'sent' });
    expect(await statesOf(alice)).toEqual({ 1: 'pending' });
    silent.resolve({ error: 'No answer within 10 seconds' });
    expect(await look).toEqual({ mailed: 1, notMailed: 1, failedMails: 0 });
    email.answer = () => ({ taken: true });
    advance(60);
    expect(await carryOutDue(emailWork, bob)).toEqual({ mailed: 1, notMailed: 0, failedMails: 0 });
    expect(await statesOf(alice)).toEqual({ 1: 'sent' });
    expect(email.sent.map(({ to }) => to).toSorted()).toEqual([
      ...['alice@example.com', 'alice@example.com', 'bob@example.com'],
    ]);
  });

  it('looks side by side send each event once', async () => {
    for (let n = 0; n < 30; n += 1) await tell(n);
    await Promise.all([carryOutDue(emailWork, ctx), carryOutDue(emailWork, ctx), carryOutDue(emailWork, ctx)]);
    expect(
      titles()
        .flat()
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  it('a user whose rows cannot be read keeps no one from theirs', async () => {
    const broken = { userId: 'usr_0', at: '2025-03-01T11:00:00.000Z', id: '0' };
    const item = emailEntity.encode(
      { ...broken, purpose: 'notification', status: 'pending', attempts: 0, nextAt: verbs.now.toISOString() },
      1,
    );
    await batchWriteItems(verbs.db, [{ put: { ...item, v: 99 } }]);
    await tell(1);
    expect(await carryOutDue(emailWork, ctx)).toEqual({ mailed: 1, notMailed: 0, failedMails: 1 });
    expect(titles()).toEqual([[1]]);
  });

  it.each(['before', 'after'] as const)(
    'an event is sent whichever call a look dies %s, and once where that was before it was sent',
    async (when) => {
      let isDead = true;
      for (let call = 1; isDead; call += 1) {
        email.sent.length = 0;
        await tell(call);
        verbs.faults.plan(crashAt(call, when));
        isDead = await carryOutDue(emailWork, ctx).then(
          ({ failedMails = 0 }) => failedMails > 0,
          (error: unknown) => error instanceof Crash,
        );
        await verbs.faults.idle();
        verbs.faults.clear();
        const wasTaken = email.sent.length > 0;
        advance(600);
        await carryOutDue(emailWork, ctx);
        expect(email.sent.length, `call ${call}`).toBeGreaterThanOrEqual(1);
        expect(email.sent.length, `call ${call}`).toBeLessThanOrEqual(wasTaken ? 2 : 1);
        expect(new Set(email.sent.map(({ id }) => id)).size).toBe(1);
        expect((await states())[call]).toBe('sent');
      }
    },
  );
});

describe('addresses', () => {
  it('an address is sent a code alone before that is entered, while the former one remains', async () => {
    const asked = await replaceEmailSettings(ctx, { address: 'new@example.com', rules });
    expect(asked.choice).toMatchObject({ address: 'alice@example.com', pending: { address: 'new@example.com' } });
    await tell(1);
    await carryOutDue(emailWork, ctx);
    expect(email.sent.map(({ to }) => to).toSorted()).toEqual(['alice@example.com', 'new@example.com']);
    const sent = email.sent.find(({ to }) => to === 'new@example.com');
    expect(sent?.text).not.toContain('Run 1');
    const entered = asked.choice.pending?.code ?? '';
    expect(sent?.text).toContain(entered);
    for (const wrong of ['', 'AAAAAAAAAA', `${entered}A`])
      await expect(confirmEmailAddress(ctx, wrong)).rejects.toMatchObject({ kind: 'invalid' });
    for (let again = 0; again < 2; again += 1)
      expect((await confirmEmailAddress(ctx, entered.toLowerCase())).choice).toMatchObject({
        address: 'new@example.com',
      });
    await tell(2);
    await carryOutDue(emailWork, ctx);
    expect(email.sent.at(-1)?.to).toBe('new@example.com');
  });

  it('a code holds for a day, and the one before it no longer once another was asked for', async () => {
    const first = (await replaceEmailSettings(ctx, { address: 'a@example.com', rules })).choice.pending?.code ?? '';
    // The same choice asks for none.
    expect((await replaceEmailSettings(ctx, { address: 'a@example.com', rules })).choice.pending?.code).toBe(first);
    await replaceEmailSettings(ctx, { address: 'b@example.com', rules });
    await expect(confirmEmailAddress(ctx, first)).rejects.toMatchObject({ kind: 'invalid' });
    await carryOutDue(emailWork, ctx);
    expect(email.sent.map(({ to }) => to)).toEqual(['b@example.com']);
    const second = code();
    advance(86_400);
    await expect(confirmEmailAddress(ctx, second)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await readEmailSettings(ctx)).choice.address).toBe('alice@example.com');
  });

  it('no one is sent more than five codes a day', async () => {
    const choose = (n: number) => replaceEmailSettings(ctx, { address: `a${n}@example.com`, rules });
    for (let n = 1; n < 5; n += 1) await choose(n);
    await expect(choose(5)).rejects.toMatchObject({ code: 'limit_reached' });
    advance(86_401);
    expect((await choose(5)).choice.pending?.address).toBe('a5@example.com');
  });

  it('without a sender no address can be chosen, and one that was chosen is sent nothing', async () => {
    const config = { ...ctx.config, emailSender: '' };
    const without = { ...ctx, config };
    expect((await readEmailSettings(without)).isConfigured).toBe(false);
    await expect(replaceEmailSettings(without, { address: 'a@example.com', rules })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect((await replaceEmailSettings(without, { address: undefined, rules })).choice.address).toBeUndefined();
  });
});
