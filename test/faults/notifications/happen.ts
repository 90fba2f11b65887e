import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { postIdOf } from '#shared/discussions/rules/post-id.ts';
import { createReply } from '#shared/discussions/verbs/create-reply.ts';
import { createThread } from '#shared/discussions/verbs/create-thread.ts';
import { deletePost } from '#shared/discussions/verbs/delete-post.ts';
import { updateReply } from '#shared/discussions/verbs/edit-reply.ts';
import { updateThread } from '#shared/discussions/verbs/edit-thread.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { eventKinds, notificationKinds } from '#shared/notifications/rules/kinds.ts';
import { notificationSettingsEntity } from '#shared/notifications/store/settings.ts';
import { replaceUnwanted } from '#shared/notifications/verbs/settings.ts';
import { createWebhook } from '#shared/notifications/verbs/webhooks/webhooks.ts';
import { getUser } from '#shared/people/store/users.ts';
import { changeMemberRole, inviteMember, revokeMember } from '#shared/projects/verbs/members.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import { runAudit } from '#shared/runs/verbs/audit.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { firingEntity, scheduleEntity } from '#shared/schedules/store/schedules.ts';
import { driftDecisionsEntity, driftEntity } from '#shared/values/store/drift.ts';
import { t1Drift } from '#test/support/drift/drift-record.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { putRunning } from '#test/support/runs/run-results.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { fakeSender } from '#test/support/webhooks/fake-sender.ts';

const chipId = 'torino';
export const at = '2025-03-01T11:00:00.000Z';

/** Does something of every kind that people are told of, in a project that Alice owns. */
export async function happen(alice: ProjectContext): Promise<void> {
  await putAddress(alice);
  const { projectId, db } = alice;
  const choice = { url: 'https://hooks.example.com/in', description: '', kinds: eventKinds, active: true };
  await createWebhook({ ...alice, webhooks: fakeSender() }, choice);
  await createChip(alice, { chipId, topologyId: 'linear-4' });
  await joinProject(alice, { username: 'bob', role: 'editor' });
  await joinProject(alice, { username: 'carol', role: 'viewer' });
  await inviteMember(alice, { username: 'dora', role: 'viewer' });
  await changeMemberRole(alice, { username: 'carol', role: 'editor' });
  await upsertNote(alice, { note: { chipId, level: 'chip' }, scope: {} }, 'Ask @bob and @alice, not @stranger');
  await upsertNote(alice, { note: { chipId, level: 'chip' }, scope: {} }, 'Ask @bob and @carol');
  await replaceUnwanted(await actorOf(alice, 'carol'), { muted: ['run_failed'] });
  const run = (executionId: string, username: string, given = {}) =>
    putRunning(db, { projectId, chipId, executionId, username, createdAt: at, ...given });
  const bobs = await run('20250301-000', 'bob');
  await abortRun(alice, bobs, 'No signal');
  const carols = await run('20250301-001', 'carol');
  await abortRun(alice, carols, 'Muted');
  const cancelled = await run('20250301-002', 'bob', { cancelRequestedAt: at, cancelRequestedBy: 'carol' });
  await abortRun(alice, cancelled, 'Cancelled');
  const stuck = await run('20250301-003', 'bob');
  await abortRun(alice, stuck, 'The state machine timed out', { stop: 'stuck' });
  const silent = await run('20250301-004', 'bob');
  await abortRun(alice, silent, 'Its worker is silent', { stop: 'worker-silent' });
  const forced = await run('20250301-005', 'bob');
  const audit = (execution: ExecutionRecord) => runAudit(alice, 'force-unlock', execution, { reason: '' });
  await abortRun(alice, forced, 'Force-released', { force: { by: 'carol', audit } });
  await putHeldAndSkipped(alice);
  await putDrift(alice);
  await discuss(alice);
  await revokeMember(alice, 'dora');
}

/** Bob is sent all but replies by e-mail, in the morning. */
async function putAddress(alice: ProjectContext): Promise<void> {
  const kinds = notificationKinds.filter((kind) => kind !== 'reply');
  const email = { address: 'bob@example.com', kinds, timeZone: 'UTC', digestAt: '07:00', codesAt: [] };
  const record = { userId: 'usr_bob', muted: [], email, updatedAt: at };
  await batchWriteItems(alice.db, [{ put: notificationSettingsEntity.encode(record, 1) }]);
}

/** T1 falls on one qubit, on two more the day after, one of which is muted, and stays so; days of long ago are history. */
async function putDrift(alice: ProjectContext): Promise<void> {
  const { projectId, db } = alice;
  const days = [
    ['2025-02-26', { 1: 3 }],
    ['2025-02-27', { 1: 4 }],
    ['2025-02-28', { 1: 5, 2: 4, 3: 4 }],
    ['2025-02-28', { 1: 6, 2: 5, 3: 5 }],
  ] as const;
  const mute = { target: '3', until: '2025-04-01T00:00:00.000Z', reason: 'known', by: 'alice', at };
  const decisions = { projectId, chipId, mutes: [mute], acknowledgements: [] };
  await batchWriteItems(db, [{ put: driftDecisionsEntity.encode(decisions, 1) }]);
  const old = t1Drift({ projectId, chipId: 'former', lastDay: '2025-02-10', lowDays: { 1: 4 } });
  await batchWriteItems(db, [{ put: driftEntity.encode(old, 1) }]);
  for (const [n, [lastDay, lowDays]] of days.entries()) {
    const record = t1Drift({ projectId, chipId, lastDay, lowDays });
    await batchWriteItems(db, [{ put: driftEntity.encode(record, n + 1) }]);
  }
}

/** Bob asks Carol and Alice, Alice and Bob reply, Carol ends it. */
async function discuss(alice: ProjectContext): Promise<void> {
  const [bob, carol] = [await actorOf(alice, 'bob'), await actorOf(alice, 'carol')];
  const content = '@alice and @carol: `@bob` saw this, @stranger did not';
  const { threadId } = await createThread(bob, {
    ...{ category: 'qubit', title: 'T1 fell', content, contentBlocks: 'null', labels: [], assignees: ['carol'] },
    ...{ subjects: [], status: 'open' },
  });
  const answer = (by: ProjectContext, text: string) =>
    createReply(by, { parentId: threadId, content: text, contentBlocks: 'null' });
  await answer(alice, '@carol is it the fridge?');
  const { reply } = await answer(bob, 'I think so');
  await updateReply(bob, postIdOf(reply), { content: 'I think so, @alice' });
  const mistake = await answer(bob, 'a mistake');
  await deletePost(bob, postIdOf(mistake.reply));
  await updateThread(carol, threadId, { assignees: ['carol', 'alice'], status: { status: 'identified' } });
  await updateThread(carol, threadId, { status: { status: 'resolved', reason: 'not_planned' } });
}

async function putHeldAndSkipped(alice: ProjectContext): Promise<void> {
  const { projectId, db } = alice;
  const scheduleId = 'nightly';
  const cron = { cron: '0 3 * * *', timeZone: 'UTC', active: true, since: at, flowName: 'check', parameters: '{}' };
  const written = { createdAt: at, updatedBy: 'bob', updatedAt: at, userId: 'usr_bob', username: 'bob' };
  const held = (taskId: string) => ({
    ...taskResultRecord({ projectId, chipId, taskId, executionId: '20250301-000', status: 'completed' }),
    gateMarks: { t1: { state: 'held' as const, because: 'not_a_number' as const } },
  });
  const skipped = { outcome: 'skipped' as const, reason: 'locked' as const, message: 'Another run was on' };
  await batchWriteItems(db, [
    { put: scheduleEntity.encode({ projectId, scheduleId, ...cron, ...written }, 1) },
    { put: firingEntity.encode({ projectId, scheduleId, scheduledTime: at, at, ...skipped }, 1) },
    { put: taskResultEntity.encode(held('task-1'), 1) },
    { put: taskResultEntity.encode(held('task-2'), 1) },
  ]);
}

/** A member of Alice's project. */
export async function actorOf(alice: ProjectContext, username: string): Promise<ProjectContext> {
  const user = await getUser(alice.db, `usr_${username}`);
  if (!user) throw new Error(`There is no ${username}`);
  return { ...alice, actor: { user, apiToken: undefined } };
}
