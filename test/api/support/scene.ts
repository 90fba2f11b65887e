import { randomUUID } from 'node:crypto';
import type { Group } from '#shared/api/routes.ts';
import { getChip } from '#shared/chips/store/chips.ts';
import { exportEntity } from '#shared/devices/store/exports.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { batchWriteItems, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { revise } from '#shared/kernel/store/dynamodb/update.ts';
import { userKeys } from '#shared/kernel/store/keys.ts';
import { sessionEntity } from '#shared/people/store/sessions.ts';
import { identityEntity } from '#shared/people/store/sign-ins.ts';
import { getUser } from '#shared/people/store/users.ts';
import type { ProjectRole } from '#shared/projects/rules/permissions.ts';
import { archivedMonthEntity } from '#shared/results/store/archived-months.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { parquetType, writeResultsFile } from '#shared/results/verbs/archive/results-file.ts';
import { resultsKey } from '#shared/runs/rules/artifact-path.ts';
import { runPointerEntity } from '#shared/runs/store/locks.ts';
import { driftEntity } from '#shared/values/store/drift.ts';
import { objectsOf, putExecution, putSnapshot } from '#test/support/runs/execution.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { png, samplePng } from './images.ts';
import { beginningBody, tinyArchive } from './project-archive.ts';
import { type SampleNames, sampleFlow } from './samples.ts';
import { toldNothing, toldOf } from './scene/told.ts';
import { seedSpectroscopies, seedWholeRun } from './task-results.ts';
import type { Caller, World } from './world.ts';

/** The people in a project, and the names of its things. */
export interface SceneOptions {
  owner: Caller;
  /** Whose token, archive and claimed run are in it; they need not be a member. */
  caller: Caller;
  /** Writes the comments: the caller, if they may write any. */
  commenter: Caller;
  /** Writes the posts; by default the owner. */
  author?: Caller;
  /** All other members. */
  members: readonly (readonly [username: string, role: ProjectRole])[];
  /** Limits the content to the subjects of the operations of a group. */
  group?: Group | undefined;
  /** Distinguishes this project's ids from another's. */
  suffix?: string;
  /** Names for some of the things in it. */
  called?: Partial<Pick<SampleNames, 'chipId' | 'cryoId' | 'cooldownId' | 'flowName'>>;
  topologyId?: string;
  /** The cancelled run's ids. */
  run?: { executionId: string; flowRunId: string };
  qid?: string;
  couplingId?: string;
}

/** Groups whose operations are about no chip. */
const chipless: Group[] = ['system', 'auth', 'projects', 'undo', 'project-imports', 'notifications'];

let counter = 0;

/**
 * A project of its own with a chip and its members, so that a call may do whatever it does; and with what the operations
 * of a group are about, or of all of them.
 */
export async function makeScene(world: World, options: SceneOptions): Promise<SampleNames> {
  const { group, caller, suffix = '', qid = '0', couplingId = '0-1' } = options;
  const has = (...some: Group[]) => group === undefined || some.includes(group);
  counter += 1;
  const { chipId, flowName, ...cryo } = {
    chipId: `chip${suffix}`,
    idleCryoId: `idle${suffix}`,
    cryoId: `fridge${suffix}`,
    cooldownId: `cd-1${suffix}`,
    flowName: `sample_flow${suffix.replaceAll('-', '_')}`,
    ...options.called,
  };
  const { project_id: projectId } = await world
    .client(options.owner.token)
    .createProject({ body: { name: `scene ${counter}` } });
  const owner = world.client(options.owner.token, projectId);
  for (const [username, role] of options.members)
    await world.join(owner, { params: { project_id: projectId }, body: { username, role } });
  if (!(group && chipless.includes(group)))
    await owner.createChip({ body: { chip_id: chipId, topology_id: options.topologyId ?? 'linear-4' } });
  if (has('metrics')) {
    // What a qubit needs to be in a patch.
    const parameters = { average_readout_fidelity: { value: 0.98 }, x90_gate_fidelity: { value: 0.999 } };
    await owner.updateCalibrationParameters({ body: { chip_id: chipId, qid, parameters } });
  }
  if (has('metrics', 'calibrations')) await drift(world, owner, { projectId, chipId, qid });
  if (has('cooldowns')) {
    for (const cryo_id of [cryo.idleCryoId, cryo.cryoId]) await owner.createCryostat({ body: { cryo_id } });
    const [started_at, ended_at] = ['2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z'];
    const { cooldownId: cooldown_id, cryoId: cryo_id } = cryo;
    await owner.createCooldown({ body: { cooldown_id, cryo_id, started_at, ended_at } });
    await owner.createCooldownWiringCheckpoint({ params: { cooldown_id }, body: { comment: 'as built' } });
  }
  if (has('flows', 'schedules', 'run-queue'))
    await owner.saveFlow({ body: { name: flowName, chip_id: chipId, code: sampleFlow } });
  const { executionId, flowRunId } = await putExecution(world.stack.runtime.db, {
    projectId,
    chipId,
    ...options.run,
    status: 'cancelled',
    flowName,
    snapshot: await putSnapshot(world.stack.runtime, projectId),
  });
  const results = has('task-results', 'artifacts', 'flows', 'provenance')
    ? await seedWholeRun(world.stack.runtime, { projectId, chipId, username: caller.username }, qid)
    : noResults;
  return {
    projectId,
    chipId,
    ...cryo,
    flowName,
    scheduleId: has('schedules') ? await schedule(owner, flowName) : 'none',
    executionId,
    flowRunId,
    ...results,
    ...(await exportsOf(world, { projectId, username: caller.username })),
    archivedMonth: await archivedMonthOf(world, { projectId, chipId }),
    reviewRunId: has('task-results') ? await reviewOf(owner, chipId, results.taskId) : 'none',
    ...(await spectroscopiesOf(world, { projectId, chipId, username: caller.username }, qid, has('reanalysis'))),
    archiveId: await archiveOf(owner, results.figurePath, has('artifacts')),
    today: calendarDate(world.now().toISOString(), world.stack.runtime.config.calendarTimeZone),
    ...(has('workers', 'artifacts') ? await claimedRun(world, { caller, projectId, chipId, suffix }) : noClaim),
    ...(has('notes') ? await notesOf(world, options, { projectId, chipId, qid, couplingId }) : noNotes),
    ...(has('discussions') ? await postsOf(world, options, { projectId, chipId, suffix }) : noPosts),
    imageName: await imageOf(owner, suffix, has('images')),
    auditId: await editOf(owner, has('undo')),
    projectImport: has('project-imports') ? await importOf(world, options.owner) : noImport,
    caller,
    member: 'member',
    outsider: 'outsider',
    ...(has('notifications') ? await toldOf(world, options.caller, projectId, suffix) : toldNothing),
    ...(has('auth') ? await accountOf(world, caller) : noAccount),
    fresh: `fresh-${counter}`,
  };
}

/** The entry of a value that was set by hand. */
async function editOf(owner: Caller['api'], isWanted: boolean): Promise<string> {
  if (!isWanted) return '0b6d6b0e-6f6f-7b9a-9c36-000000000001';
  const [chip_id, parameters] = ['edited', { t1: { value: 50 } }];
  await owner.createChip({ body: { chip_id, topology_id: 'linear-2' } });
  return (
    (await owner.updateCalibrationParameters({ body: { chip_id, qid: '0', parameters } })).provenance_activity_id ?? ''
  );
}

/** An image, different for each project, in the knowledge of a task. */
async function imageOf(owner: Caller['api'], suffix: string, isWanted: boolean): Promise<string> {
  if (!isWanted) return 'none';
  const bytes = suffix === '' ? samplePng : png(3, 2, 64);
  const { filename, url } = await owner.createImage({ body: { file: new Blob([bytes]) } });
  const body = { content: `![T2](${url})` };
  await owner.upsertTaskKnowledgeMarkdown({ params: { task_name: 'CheckT2Echo' }, body });
  return filename;
}

/** A document of a task, and a run of reviews of the result. */
async function reviewOf(owner: Caller['api'], chip_id: string, taskId: string): Promise<string> {
  await owner.upsertTaskKnowledgeMarkdown({ params: { task_name: 'CheckRamsey' }, body: { content: 'Ours' } });
  const body = { chip_id, task: 'CheckT1', task_ids: [taskId] };
  return (await owner.requestBulkAiReview({ body })).review_run_id;
}

/** An alert that is not acknowledged, and a mute of its metric. */
async function drift(world: World, owner: Caller['api'], of: { projectId: string; chipId: string; qid: string }) {
  const { projectId, chipId, qid } = of;
  const since = { since: '2025-03-01', from: 4, to: 3, points: 4 };
  const course = {
    ...{ target: qid, side: 'down' as const, lastDay: '2025-03-04' },
    watched: { ...since, begun: '2025-03-03' },
    alerts: [{ ...since, raised: '2025-03-04', ended: null, how: null }],
  };
  const followed = { threshold: 12, alertsPerWeek: undefined, weeks: 4, followed: 1, gathering: 0, courses: [course] };
  const record = { projectId, chipId, metric: 't1', sharedBy: 1, kinds: { qubit: followed } };
  await writeItem(world.stack.runtime.db, { put: driftEntity.encode(record, 1) });
  const until = '2100-01-01T00:00:00Z';
  await owner.upsertDriftMute({ params: { chip_id: chipId }, body: { metric: 't1', until, reason: 'a new line' } });
}

const noAccount = { tokenId: 'none', sessionId: 'none', leaver: 'none' };

async function accountOf(world: World, caller: Caller) {
  const tokenId = await apiToken(world.client(caller.token));
  return { tokenId, sessionId: await sessionOf(world, caller), leaver: await leaverOf(world) };
}

/** A user who is linked to a sign-in provider as well. */
async function leaverOf(world: World): Promise<string> {
  const { username, user_id: userId } = await world.client(world.admin.token).registerUser({
    body: { username: `leaver-${counter}`, password: `of the scene ${counter}`, create_default_project: false },
  });
  const { db } = world.stack.runtime;
  const identity = { issuer: 'https://sso.lab.example', subject: `of ${username}` };
  await writeItem(db, { update: userKeys.user(userId), with: revise({ identity }) });
  await writeItem(db, {
    put: identityEntity.encode({ ...identity, userId, createdAt: world.now().toISOString() }, 1),
  });
  return username;
}

async function sessionOf(world: World, { userId }: Caller): Promise<string> {
  const { db } = world.stack.runtime;
  const user = await getUser(db, userId);
  if (!user) throw new Error(`There is no user ${userId}`);
  const at = world.now();
  const session = {
    ...{ userId, sessionId: randomUUID(), tokenVersion: user.tokenVersion, address: '192.0.2.1' },
    ...{ createdAt: at.toISOString(), expiresAt: new Date(at.getTime() + 3_600_000).toISOString() },
  };
  await writeItem(db, { put: sessionEntity.encode(session, 1) });
  return session.sessionId;
}

async function apiToken(caller: Caller['api']): Promise<string> {
  const { token_id } = await caller.createApiToken({ body: { name: `of ${counter}` } });
  return token_id;
}

/** A failed export and a cancelled one, so that neither is being made. */
async function exportsOf(world: World, { projectId, username }: { projectId: string; username: string }) {
  const { db } = world.stack.runtime;
  const now = world.now().toISOString();
  const record = {
    ...{ projectId, kind: 'samples' as const, format: 'csv' as const, filter: { endAt: now } },
    ...{ fileName: 'samples.csv', requestedBy: username, requestedAt: now, rows: 0, bytes: 0, lastPart: 0 },
  };
  const [exportId, cancelledExportId] = [randomUUID(), randomUUID()];
  await writeItem(db, { put: exportEntity.encode({ ...record, exportId, status: 'failed' }, 1) });
  const cancelled = { ...record, exportId: cancelledExportId, status: 'cancelled' as const };
  await writeItem(db, { put: exportEntity.encode(cancelled, 1) });
  return { exportId, cancelledExportId };
}

/** A month of the chip, where there is one, with a file that has one result. */
async function archivedMonthOf(world: World, ref: { projectId: string; chipId: string }): Promise<string> {
  const { db } = world.stack.runtime;
  const [month, chip] = ['202401', await getChip(db, ref.projectId, ref.chipId)];
  if (!chip) return month;
  const name = randomUUID();
  const bytes = writeResultsFile([{ ...taskResultRecord({ ...ref, taskId: name }), rev: 1 }]);
  await objectsOf(world.stack.runtime).put(resultsKey({ ...ref, month, name }), bytes, parquetType);
  const parts = [{ name, rows: 1, bytes: bytes.length, isOut: true as const }];
  const record = { ...ref, month, chipCreatedAt: chip.createdAt, state: 'archived' as const, parts };
  await writeItem(db, { put: archivedMonthEntity.encode(record, 1) });
  return month;
}

async function archiveOf(owner: Caller['api'], figurePath: string, isWanted: boolean): Promise<string> {
  if (!isWanted) return 'none';
  const { archive_id } = await owner.createFigureArchive({ body: { paths: [figurePath] } });
  return archive_id;
}

const noImport = { project_id: 'none', import_id: 'none', begun: beginningBody({ head: [], lines: [] }), line: '{}' };

/** The import of a small project, which has begun. */
async function importOf(world: World, owner: Caller) {
  const archive = tinyArchive(owner, `entering ${counter}`);
  const begun = beginningBody(archive);
  const { project_id, import_id } = await world.client(world.admin.token).createProjectImport({
    params: { project_id: archive.projectId },
    body: begun,
  });
  return { project_id, import_id, begun, line: archive.lines[0] ?? '' };
}

async function schedule(owner: Caller['api'], name: string): Promise<string> {
  const made = await owner.scheduleFlow({ params: { name }, body: { cron: '0 6 29 2 *' } });
  return made.schedule_id;
}

const noClaim = { workerRunId: '0b6d6b0e-6f6f-4b9a-9c36-000000000001', workerFence: 1 };

/** A run that a worker of the caller has claimed. */
async function claimedRun(world: World, of: { caller: Caller; projectId: string; chipId: string; suffix: string }) {
  const { db } = world.stack.runtime;
  const { projectId, chipId, suffix } = of;
  const run = { projectId, chipId, executionId: '20250102-000', flowRunId: randomUUID(), fence: 1 };
  await putExecution(db, { ...run, runner: 'worker', status: 'running', endAt: undefined });
  const now = world.now().toISOString();
  const { userId } = of.caller;
  const claim = {
    worker: `fridge-2${suffix}`,
    userId,
    claimKey: `key${suffix}`,
    formerKeys: [],
    fence: 1,
    resumed: false,
  };
  const pointer = {
    ...run,
    runner: 'worker' as const,
    createdAt: now,
    claim: { ...claim, claimedAt: now, heartbeatAt: now },
  };
  await batchWriteItems(db, [{ put: runPointerEntity.encode(pointer, 1) }]);
  return { workerRunId: run.flowRunId, workerFence: 1 };
}

async function spectroscopiesOf(
  world: World,
  of: Parameters<typeof seedSpectroscopies>[1],
  qid: string,
  isWanted: boolean,
) {
  if (!isWanted) return { qubitSpectroscopyId: 'none', resonatorSpectroscopyId: 'none' };
  const ids = await seedSpectroscopies(world.stack.runtime, of, qid);
  return {
    qubitSpectroscopyId: ids.CheckQubitSpectroscopy,
    resonatorSpectroscopyId: ids.CheckResonatorSpectroscopy,
  };
}

const noResults = { taskId: 'none', figurePath: 'none', rawDataPath: 'none' };
const noNotes = { qubitCommentId: 'none', couplingCommentId: 'none', notedTaskId: 'none' };

const noPosts = {
  ...{ postId: 'none', replyId: 'none', discussedTaskId: 'none', categoryKey: 'none' },
  ...{ knowledgeId: 'none', otherIssueId: 'none' },
};

/** A thread about a task result with a reply, in a category of its own. */
async function postsOf(world: World, options: SceneOptions, of: { projectId: string; chipId: string; suffix: string }) {
  const { projectId, chipId, suffix } = of;
  const task = taskResultRecord({ projectId, taskId: `discussed${suffix}`, chipId });
  await batchWriteItems(world.stack.runtime.db, [{ put: taskResultEntity.encode(task, 1) }]);
  const { key } = await world
    .client(options.owner.token, projectId)
    .createForumCategory({ body: { name: `Wiring${suffix}` } });
  const author = world.client((options.author ?? options.owner).token, projectId);
  const body = { category: key, title: 'Drift', content: 'Since noon' };
  const subjects = [{ type: 'task_result' as const, task_id: task.taskId }];
  const { id: postId } = await author.createForumPost({ body: { ...body, subjects } });
  await author.updateForumPost({ params: { post_id: postId }, body: { content: 'Since noon, again' } });
  const { id: replyId } = await author.createForumPost({ body: { ...body, parent_id: postId } });
  const { id: otherIssueId } = await author.createForumPost({ body: { ...body, subjects } });
  const owner = world.client(options.owner.token, projectId);
  const { id: knowledgeId } = await owner.extractIssueKnowledge({ params: { issue_id: postId } });
  return { postId, replyId, discussedTaskId: task.taskId, categoryKey: key, knowledgeId, otherIssueId };
}

/** Every note that a call may write or delete. */
async function notesOf(
  world: World,
  options: SceneOptions,
  of: { projectId: string; chipId: string; qid: string; couplingId: string },
) {
  const { projectId, chipId: chip_id } = of;
  const body = { content: 'seen' };
  const owner = world.client(options.owner.token, projectId);
  const commenter = world.client(options.commenter.token, projectId);
  const qubit = { chip_id, qid: of.qid };
  const coupling = { chip_id, coupling_id: of.couplingId };
  await owner.upsertChipNote({ params: { chip_id }, body });
  await owner.upsertQubitNote({ params: qubit, body });
  await owner.upsertQubitMetricNote({ params: { ...qubit, metric_key: 't1' }, body });
  await owner.upsertCouplingNote({ params: coupling, body });
  await owner.upsertCouplingMetricNote({ params: { ...coupling, metric_key: 'cz_gate_fidelity' }, body });
  const task = taskResultRecord({ projectId, taskId: `noted${options.suffix ?? ''}`, chipId: chip_id });
  await batchWriteItems(world.stack.runtime.db, [{ put: taskResultEntity.encode(task, 1) }]);
  await owner.upsertTaskNote({ params: { task_id: task.taskId }, body });
  const ofQubit = await commenter.createQubitNoteComment({ params: qubit, body });
  const ofCoupling = await commenter.createCouplingNoteComment({ params: coupling, body });
  return { qubitCommentId: ofQubit.comment_id, couplingCommentId: ofCoupling.comment_id, notedTaskId: task.taskId };
}
