import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#shared/api/client.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { mostCounted } from '#shared/notifications/rules/inbox.ts';
import {
  type NotificationRecord,
  notificationEntity,
  putNotification,
  unreadEntity,
} from '#shared/notifications/store/notifications.ts';
import { notificationRecord } from '#test/support/notifications/notification.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('olga');
});
afterAll(() => world.stop());

/** A new user who is an editor of Olga's project. */
async function colleague(): Promise<Caller> {
  counter += 1;
  const caller = await world.register(`eda-${counter}`);
  await world.join(owner.api, {
    params: { project_id: owner.projectId },
    body: { username: caller.username, role: 'editor' },
  });
  return caller;
}

/** Puts a notification into a user's inbox. */
const put = ({ userId, username, projectId }: Caller, given: Partial<NotificationRecord> = {}) => {
  const at = world.now().toISOString();
  return putNotification(world.stack.runtime.db, notificationRecord({ userId, username, projectId, at, ...given }));
};

async function inbox(api: Client, query = {}) {
  await world.stack.settle();
  return api.listNotifications({ query });
}

const chip = async () => {
  counter += 1;
  const chip_id = `chip-${counter}`;
  await owner.api.createChip({ body: { chip_id, topology_id: 'linear-4' } });
  return chip_id;
};

describe('the inbox over HTTP', () => {
  it('a mention in a note reaches whom it names, with the way to the note', async () => {
    const eda = await colleague();
    const chip_id = await chip();
    await owner.api.upsertQubitNote({
      params: { chip_id, qid: '2' },
      body: { content: `@${eda.username} T1 is low here` },
    });
    const { notifications, unread_count, total } = await inbox(eda.api);
    expect([total, unread_count]).toEqual([2, 2]);
    expect(notifications[0]).toMatchObject({
      kind: 'mention',
      project_id: owner.projectId,
      recipient_username: eda.username,
      recipient_user_id: eda.userId,
      actor_username: 'olga',
      actor_user_id: owner.userId,
      source_type: 'note',
      target_url: `/chips/${chip_id}/qubits/2`,
      title: `olga mentioned you in a note on qubit 2 of ${chip_id}`,
      excerpt: `@${eda.username} T1 is low here`,
      read_at: null,
    });
    expect(notifications[1]).toMatchObject({ kind: 'invitation', source_id: owner.projectId });
    expect((await inbox(owner.api)).notifications.map(({ kind }) => kind)).not.toContain('mention');
  });

  it('what happens in a discussion reaches those who take part, with the way to it', async () => {
    const [eda, ben] = [await colleague(), await colleague()];
    const category = 'qubit';
    const post = (by: Caller, body: object) =>
      world.client(by.token, owner.projectId).createForumPost({ body: { category, content: 'See', ...body } });
    const { id, number } = await post(eda, { title: 'T1 fell', content: `Who has seen this, @${ben.username}?` });
    world.advance(1);
    const reply = await post(ben, { parent_id: id, content: 'I have' });
    world.advance(1);
    await owner.api.closeForumPost({ params: { post_id: id }, body: {} });
    const named = `discussion #${number}: T1 fell`;
    const of = async ({ api }: Caller) => (await inbox(api)).notifications.filter(({ kind }) => kind !== 'invitation');
    expect(await of(ben)).toMatchObject([
      { kind: 'thread_status', title: `olga closed as resolved ${named}` },
      {
        ...{ kind: 'mention', title: `${eda.username} mentioned you in ${named}`, actor_username: eda.username },
        ...{ source_type: 'thread', source_id: id, target_url: `/discussions/${id}` },
        excerpt: `Who has seen this, @${ben.username}?`,
      },
    ]);
    expect(await of(eda)).toMatchObject([
      { kind: 'thread_status' },
      {
        ...{ kind: 'reply', title: `${ben.username} replied in ${named}`, excerpt: 'I have' },
        ...{ source_type: 'reply', source_id: reply.id, target_url: `/discussions/${id}` },
      },
    ]);
  });

  it('of a discussion or reply that was deleted a notification says so, without its text and a way that leads nowhere', async () => {
    const eda = await colleague();
    const post = (body: object) =>
      owner.api.createForumPost({ body: { category: 'qubit', content: `See, @${eda.username}`, ...body } });
    const [gone, kept] = [await post({ title: 'Gone' }), await post({ title: 'Kept' })];
    world.advance(1);
    const replies = [await post({ parent_id: gone.id }), await post({ parent_id: kept.id })];
    world.advance(1);
    await post({ parent_id: kept.id });
    const mentions = async () =>
      (await inbox(eda.api)).notifications
        .filter(({ kind }) => kind === 'mention')
        .map(({ source_id, source_deleted, target_url, excerpt }) => [
          source_id,
          source_deleted,
          target_url,
          excerpt !== '',
        ]);
    const stood = await mentions();
    expect(stood.map(([, ...shown]) => shown)).toEqual(
      stood.map(() => [false, expect.stringMatching(/^\/discussions\//), true]),
    );
    expect(stood).toHaveLength(5);
    await owner.api.deleteForumPost({ params: { post_id: gone.id } });
    await owner.api.deleteForumPost({ params: { post_id: replies[1]?.id ?? '' } });
    const wayToKept = `/discussions/${kept.id}`;
    expect(new Map((await mentions()).map(([id, ...shown]) => [id, shown]))).toEqual(
      new Map<unknown, unknown>([
        [gone.id, [true, '', false]],
        [replies[0]?.id, [true, '', false]],
        [kept.id, [false, wayToKept, true]],
        [replies[1]?.id, [true, wayToKept, false]],
        [`${kept.id}-2`, [false, wayToKept, true]],
      ]),
    );
    const told = (await inbox(eda.api)).notifications.find(({ source_id }) => source_id === gone.id);
    const read = await eda.api.markNotificationRead({ params: { notification_id: told?.id ?? '' } });
    expect(read).toMatchObject({ source_deleted: true, target_url: '', excerpt: '' });
  });

  it('of what was deleted with its chip or by itself a notification says so, and one of what is there leads to it', async () => {
    const eda = await colleague();
    const [gone, kept] = [await chip(), await chip()];
    const mention = (chip_id: string) =>
      owner.api.upsertQubitNote({ params: { chip_id, qid: '2' }, body: { content: `@${eda.username} See` } });
    await mention(gone);
    await mention(kept);
    const about = (n: number, sourceType: string, sourceId: string, targetUrl: string) =>
      put(eda, {
        ...{ id: `${n}`.padStart(32, '0'), projectId: owner.projectId, kind: 'run_failed', excerpt: 'Why' },
        ...{ sourceType, sourceId, targetUrl },
      });
    await about(1, 'chip', gone, `/chips/${gone}`);
    await about(2, 'chip', kept, `/chips/${kept}/qubits/1?metric=t1`);
    await about(3, 'note', 'n', `/dashboard?chip=${gone}`);
    await about(4, 'note', 'n', `/dashboard?chip=${kept}`);
    await about(5, 'execution', '20250301-007', '/execution/20250301-007');
    await about(6, 'schedule', 'never', '/schedules/never');
    await about(7, 'note', 'n', '/tasks/never');
    await about(8, 'project', owner.projectId, `/projects/${owner.projectId}`);
    await owner.api.deleteChip({ params: { chip_id: gone }, query: { force: true } });
    const ways = (await inbox(eda.api)).notifications
      .filter(({ kind }) => kind === 'mention' || kind === 'run_failed')
      .map(({ source_deleted, target_url, excerpt }) => [source_deleted, target_url, excerpt !== '']);
    const deleted = [true, '', false];
    expect(ways.filter(([isDeleted]) => isDeleted)).toEqual(Array.from({ length: 6 }, () => deleted));
    expect(new Set(ways.filter(([isDeleted]) => !isDeleted))).toEqual(
      new Set([
        [false, `/chips/${kept}/qubits/2`, true],
        [false, `/chips/${kept}/qubits/1?metric=t1`, true],
        [false, `/dashboard?chip=${kept}`, true],
        [false, `/projects/${owner.projectId}`, true],
      ]),
    );
  });

  it('a notification that is read is no longer unread, and keeps the instant when it is read again', async () => {
    const eda = await colleague();
    const [first] = (await inbox(eda.api)).notifications;
    const params = { notification_id: first?.id ?? '' };
    const read = await eda.api.markNotificationRead({ params });
    expect(read.read_at).not.toBeNull();
    world.advance(60);
    expect(await eda.api.markNotificationRead({ params })).toEqual(read);
    expect(await eda.api.getUnreadNotificationCount()).toEqual({ unread_count: 0 });
    expect((await inbox(eda.api, { unread_only: true })).notifications).toEqual([]);
    expect((await inbox(eda.api)).notifications).toEqual([read]);
  });

  it('all are read at once, and are counted once', async () => {
    const eda = await colleague();
    const chip_id = await chip();
    await owner.api.upsertChipNote({ params: { chip_id }, body: { content: `@${eda.username}` } });
    await world.stack.settle();
    expect(await eda.api.markAllNotificationsRead()).toEqual({ updated: 2 });
    expect(await eda.api.markAllNotificationsRead()).toEqual({ updated: 0 });
    const { notifications, unread_count } = await inbox(eda.api);
    expect(unread_count).toBe(0);
    expect(notifications.every(({ read_at }) => read_at !== null)).toBe(true);
  });

  it('pages of the inbox together are the whole list, by skip and by cursor', async () => {
    const eda = await world.register('many');
    for (let n = 0; n < 23; n += 1) {
      const at = new Date(world.now().getTime() - Math.floor(n / 3) * 1000).toISOString();
      const id = n.toString(16).padStart(32, '0');
      await put(eda, { at, id });
    }
    const { notifications: all, total } = await inbox(eda.api, { limit: 200 });
    expect([all.length, total]).toEqual([23, 23]);
    expect(all.map(({ created_at }) => created_at)).toEqual(
      all
        .map(({ created_at }) => created_at)
        .toSorted()
        .reverse(),
    );
    const paged: typeof all = [];
    let cursor: string | undefined;
    do {
      const page = await eda.api.listNotifications({ query: { limit: 5, ...(cursor && { cursor }) } });
      paged.push(...page.notifications);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(all);
    expect((await eda.api.listNotifications({ query: { skip: 7, limit: 5 } })).notifications).toEqual(all.slice(7, 12));
    expect(await refusal(eda.api.listNotifications({ query: { limit: 201 } }))).toMatchObject({ status: 400 });
  });

  it('what is muted does not come any more, and what came before stays', async () => {
    const eda = await colleague();
    expect(await eda.api.getNotificationSettings()).toEqual({ muted_kinds: [], mutes: [] });
    expect(
      await eda.api.replaceNotificationSettings({ body: { muted_kinds: ['mention', 'run_failed', 'mention'] } }),
    ).toEqual({ muted_kinds: ['run_failed', 'mention'], mutes: [] });
    const chip_id = await chip();
    await owner.api.upsertChipNote({ params: { chip_id }, body: { content: `@${eda.username}` } });
    expect((await inbox(eda.api)).notifications.map(({ kind }) => kind)).toEqual(['invitation']);
    await eda.api.replaceNotificationSettings({ body: { muted_kinds: [] } });
    await owner.api.upsertChipNote({ params: { chip_id }, body: { content: 'nobody' } });
    await owner.api.upsertChipNote({ params: { chip_id }, body: { content: `@${eda.username} again` } });
    expect((await inbox(eda.api)).notifications.map(({ kind }) => kind)).toEqual(['mention', 'invitation']);
    const unknown = eda.api.replaceNotificationSettings({ body: { muted_kinds: ['weather' as 'mention'] } });
    expect(await refusal(unknown)).toMatchObject({ status: 400 });
  });

  it('anyone who was removed from a project sees that, and nothing else of it any more', async () => {
    const eda = await colleague();
    const chip_id = await chip();
    await owner.api.upsertChipNote({ params: { chip_id }, body: { content: `@${eda.username} secret` } });
    expect((await inbox(eda.api)).total).toBe(2);
    const mention = (await inbox(eda.api)).notifications[0]?.id ?? '';
    await owner.api.removeProjectMember({ params: { project_id: owner.projectId, username: eda.username } });
    const { notifications, unread_count } = await inbox(eda.api);
    expect(notifications.map(({ kind }) => kind)).toEqual(['membership', 'invitation']);
    expect(unread_count).toBe(2);
    expect(await refusal(eda.api.markNotificationRead({ params: { notification_id: mention } }))).toMatchObject({
      status: 404,
    });
    expect(await eda.api.markAllNotificationsRead()).toEqual({ updated: 2 });
  });

  it('an API token of one project sees what was told of that project alone', async () => {
    const eda = await colleague();
    await put(eda);
    const { token } = await eda.api.createApiToken({ body: { name: 'narrow', project_id: owner.projectId } });
    expect((await inbox(eda.api)).total).toBe(2);
    const narrow = world.client(token);
    expect((await inbox(narrow)).notifications.map(({ project_id }) => project_id)).toEqual([owner.projectId]);
    expect(await narrow.getUnreadNotificationCount()).toEqual({ unread_count: 1 });
  });

  it('the notification of another user is not found, nor one of a form that there is none of', async () => {
    const [eda, other] = [await colleague(), await colleague()];
    const id = (await inbox(eda.api)).notifications[0]?.id ?? '';
    for (const notification_id of [id, 'none', '1', `99999999999999999-${'0'.repeat(32)}`, `1-${'g'.repeat(32)}`])
      expect(await refusal(other.api.markNotificationRead({ params: { notification_id } }))).toMatchObject({
        status: 404,
        detail: `Notification '${notification_id}' of user '${other.username}' not found`,
      });
    expect((await inbox(eda.api)).unread_count).toBe(1);
  });

  it('what is older than ninety days is not shown, though the table has it still', async () => {
    const old = await world.register('old');
    const now = world.now().getTime();
    for (const days of [91, 89]) {
      const at = new Date(now - days * 86_400_000).toISOString();
      await put(old, { at });
    }
    expect(await inbox(old.api)).toMatchObject({ total: 1, unread_count: 1 });
  });

  it('of very many unread notifications a thousand are counted', async () => {
    const busy = await world.register('busy');
    const at = (n: number) => new Date(world.now().getTime() - n * 1000).toISOString();
    const { userId, username, projectId } = busy;
    const records = Array.from({ length: mostCounted + 5 }, (_, n) =>
      notificationRecord({ userId, username, projectId, at: at(n), excerpt: 'x'.repeat(280) }),
    );
    await batchWriteItems(
      world.stack.runtime.db,
      records.flatMap((record) => [
        { put: notificationEntity.encode(record, 1) },
        { put: unreadEntity.encode({ userId, projectId, at: record.at, id: record.id, kind: record.kind }, 1) },
      ]),
    );
    expect((await inbox(busy.api, { limit: 200 })).notifications).toHaveLength(200);
    expect(await busy.api.getUnreadNotificationCount()).toEqual({ unread_count: mostCounted });
    expect(await busy.api.markAllNotificationsRead()).toEqual({ updated: mostCounted + 5 });
    expect(await busy.api.getUnreadNotificationCount()).toEqual({ unread_count: 0 });
  });
});
