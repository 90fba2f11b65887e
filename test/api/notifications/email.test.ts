import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as deliver } from '#functions/scheduled/deliver.ts';
import { type FakeMailer, fakeMailer } from '#test/support/email/fake-mailer.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let ada: Caller;
let ben: Caller;
let mailer: FakeMailer;

beforeAll(async () => {
  world = await startWorld({ config: { emailSender: 'fiducial@example.com', publicUrl: 'https://lab.example.com' } });
  mailer = fakeMailer();
  world.stack.runtime.ports.email = mailer;
  ada = await world.register('ada');
  ben = await world.register('ben');
  const params = { project_id: ada.projectId };
  await world.join(ada.api, { params, body: { username: 'ben', role: 'editor' } });
  await ada.api.createChip({ body: { chip_id: 'torino', topology_id: 'linear-4' } });
});
afterAll(() => world.stop());

const rules = { kinds: ['mention' as const], timezone: 'Europe/Berlin', quiet_hours: null, digest_at: null };

/** Ada notes something about a qubit, for Ben. */
async function mention(qid: string, content: string): Promise<void> {
  world.advance(1);
  await ada.api.upsertQubitNote({ params: { chip_id: 'torino', qid }, body: { content } });
  await world.stack.settle();
}

const look = () => world.stack.observe('deliver', deliver);

describe('e-mails over HTTP', () => {
  it('anyone who has chosen nothing is sent nothing, and would be sent every kind', async () => {
    const settings = await ada.api.getEmailSettings();
    expect(settings).toMatchObject({ configured: true, address: null, pending_address: null, digest_at: null });
    expect(settings.kinds).toContain('run_failed');
    expect(settings.timezone).toBe(world.stack.runtime.config.calendarTimeZone);
  });

  it('a mention reaches a confirmed address by the rules that were chosen, and the inbox besides', async () => {
    expect(await ben.api.replaceEmailSettings({ body: { address: 'ben@example.com', ...rules } })).toEqual({
      ...{ configured: true, address: null, pending_address: 'ben@example.com' },
      ...rules,
    });
    await mention('0', '@ben before the code');
    await look();
    expect(mailer.sent.map(({ to }) => to)).toEqual(['ben@example.com']);
    const code = /([A-Z2-9]{10}) confirms/.exec(mailer.sent[0]?.subject ?? '')?.[1] ?? '';
    expect(await refusal(ben.api.confirmEmailAddress({ body: { code: 'AAAAAAAAAA' } }))).toMatchObject({ status: 400 });
    expect(await refusal(ada.api.confirmEmailAddress({ body: { code } }))).toMatchObject({ status: 400 });
    const confirmed = await ben.api.confirmEmailAddress({ body: { code } });
    expect(confirmed).toMatchObject({ address: 'ben@example.com', pending_address: null });
    expect(JSON.stringify([confirmed, await ben.api.getEmailSettings()])).not.toContain(code);
    await mention('1', '@ben T1 is low');
    await look();
    await look();
    expect(mailer.sent.slice(1)).toMatchObject([
      { to: 'ben@example.com', subject: 'Fiducial: ada mentioned you in a note on qubit 1 of torino' },
    ]);
    expect(mailer.sent[1]?.text).toContain(`https://lab.example.com/p/${ada.projectId}/chips/torino/qubits/1`);
    expect((await ben.api.getUnreadNotificationCount()).unread_count).toBe(3);
  });

  it('a digest waits for its time, and leaves out what was read by then', async () => {
    mailer.sent.length = 0;
    // The service's clock began at noon UTC.
    await ben.api.replaceEmailSettings({ body: { address: 'ben@example.com', ...rules, digest_at: '18:00' } });
    await mention('2', '@ben one');
    await mention('3', '@ben two');
    await mention('0', 'nobody');
    await mention('0', '@ben three');
    await look();
    expect(mailer.sent).toEqual([]);
    const [newest] = (await ben.api.listNotifications({ query: { unread_only: true } })).notifications;
    await ben.api.markNotificationRead({ params: { notification_id: newest?.id ?? '' } });
    world.advance(6 * 3600);
    await look();
    expect(mailer.sent).toHaveLength(1);
    expect(mailer.sent[0]?.subject).toBe('Fiducial: 2 notifications: ada mentioned you in a note on qubit 2 of torino');
  });

  it('what a user mutes is told neither in the inbox nor by e-mail, until its end', async () => {
    mailer.sent.length = 0;
    await ben.api.replaceEmailSettings({ body: { address: 'ben@example.com', ...rules } });
    const until = new Date(world.now().getTime() + 60_000).toISOString();
    const mute = { kind: null, project_id: ada.projectId, target_url: '/chips/torino/qubits/2', until };
    const body = { muted_kinds: [], mutes: [mute] };
    expect(await ben.api.replaceNotificationSettings({ body })).toEqual(body);
    // Chosen without them, they stay.
    expect(await ben.api.replaceNotificationSettings({ body: { muted_kinds: ['reply'] } })).toEqual({
      ...{ muted_kinds: ['reply'], mutes: [mute] },
    });
    const before = (await ben.api.getUnreadNotificationCount()).unread_count;
    await mention('2', 'nobody');
    await mention('2', '@ben muted');
    await mention('3', 'nobody');
    await mention('3', '@ben not muted');
    await look();
    expect((await ben.api.getUnreadNotificationCount()).unread_count).toBe(before + 1);
    expect(mailer.sent.map(({ subject }) => subject)).toEqual([
      'Fiducial: ada mentioned you in a note on qubit 3 of torino',
    ]);
    world.advance(60);
    expect((await ben.api.getNotificationSettings()).mutes).toEqual([]);
    await mention('2', 'nobody');
    await mention('2', '@ben no longer muted');
    await look();
    expect(mailer.sent).toHaveLength(2);
  });

  it.each([
    ['an address that is none', { address: 'ben', kinds: [] }, 'body.address'],
    ['a zone that is none', { address: null, kinds: [], timezone: 'Mars/Base' }, 'body.timezone'],
    [
      'hours that begin when they end',
      { address: null, kinds: [], quiet_hours: { from: '07:00', to: '07:00' } },
      'body.quiet_hours',
    ],
    ['a time of day that is none', { address: null, kinds: [], digest_at: '24:00' }, 'body.digest_at'],
    ['a kind that is not known', { address: null, kinds: ['weather' as 'mention'] }, 'body.kinds.0'],
  ])('%s is refused, and changes nothing', async (_, body, path) => {
    const before = await ben.api.getEmailSettings();
    const answer = await refusal(ben.api.replaceEmailSettings({ body }));
    expect(answer).toMatchObject({ status: 400, detail: expect.stringContaining(path) });
    expect(await ben.api.getEmailSettings()).toEqual(before);
  });

  it.each([
    ['of nothing', {}],
    ['of a page without its project', { kind: 'mention' as const, target_url: '/chips/torino' }],
    ['of an address elsewhere', { project_id: 'p', target_url: 'https://example.com' }],
  ])('a mute %s is refused', async (_, mute) => {
    const call = ben.api.replaceNotificationSettings({ body: { muted_kinds: [], mutes: [mute] } });
    expect(await refusal(call)).toMatchObject({ status: 400 });
  });
});

describe('a service without a sender', () => {
  it('a service without a sender says that it sends no e-mails, and takes no address', async () => {
    const { config } = world.stack.runtime;
    Object.assign(config, { emailSender: '' });
    expect(await ada.api.getEmailSettings()).toMatchObject({ configured: false });
    const call = ada.api.replaceEmailSettings({ body: { address: 'ada@example.com', ...rules } });
    expect(await refusal(call)).toMatchObject({ status: 409, detail: expect.stringContaining('not configured') });
    const sent = mailer.sent.length;
    await look();
    expect(mailer.sent).toHaveLength(sent);
    Object.assign(config, { emailSender: 'fiducial@example.com' });
  });
});
