import { contextOf } from '#functions/runtime.ts';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { chipEntity, targetEntity } from '#shared/chips/store/chips.ts';
import { newChip } from '#shared/chips/verbs/jobs/create-job.ts';
import { newTarget, targetRefsOf } from '#shared/chips/verbs/targets.ts';
import { batchWriteItems, getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { chipKeys } from '#shared/kernel/store/keys.ts';
import { scanNoteEvents } from '#shared/notes/store/note-event-scan.ts';
import { chatEntity, messageEntity } from '#shared/notifications/store/chat.ts';
import { putNotification, putRead } from '#shared/notifications/store/notifications.ts';
import { deliveryEntity, webhookEntity } from '#shared/notifications/store/webhooks.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { runPointerEntity } from '#shared/runs/store/locks.ts';
import { logBatchEntity } from '#shared/runs/store/run-logs.ts';
import { listSeries } from '#shared/values/store/series.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { workerEntity } from '#shared/workers/store/workers.ts';
import { png } from '#test/api/support/images.ts';
import { chatRecord, messageRecord } from '#test/support/chat/chat.ts';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { notificationRecord } from '#test/support/notifications/notification.ts';
import { executionRecord, putSnapshot } from '#test/support/runs/execution.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { createFullClient, type FullClient } from '#test/support/stack/full-client.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { deliveryRecord, webhookRecord } from '#test/support/webhooks/webhook.ts';
import { beginningBody, tinyArchive } from '../api/support/project-archive.ts';
import { seedBusyChip } from './busy-chip.ts';
import { type SeededThreads, seedThreads } from './discussions.ts';
import { seedNotes } from './notes.ts';
import { type SeededProvenance, seedProvenance } from './provenance.ts';
import { type SeededResults, seedTaskResults } from './task-results.ts';

/** A chip of the bench and what its table holds of it. */
export interface SeededChip {
  chipId: string;
  qubits: number;
  /** Metrics that it has samples of. */
  measured: string[];
}

/** What the bench reads. */
export interface Seeded {
  client: FullClient;
  token: string;
  userId: string;
  projectId: string;
  /** A project of fifty small chips and twenty members. */
  crowded: string;
  /** User ids of its members. */
  memberIds: string[];
  chips: SeededChip[];
  /** Cool-downs of the crowded project, all with the chip `chip-0`, the last one ongoing. */
  cooldownIds: string[];
  /** A schedule of the flow `flow_29`. */
  scheduleId: string;
  /** Task results of chips of their own. */
  results: SeededResults;
  /** Values that tasks started from. */
  provenance: SeededProvenance;
  /** Threads of the project. */
  threads: SeededThreads;
  /** An archive of a figure that was asked for. */
  archiveId: string;
  /** An image of the project. */
  imageName: string;
  /** An export of rows. */
  exportId: string;
  /** A project whose import has begun. */
  entering: string;
  /** A topology that an import brought. */
  importedTopology: string;
  /** An instant before the newest values of every chip with a history, and after older ones. */
  asOf: string;
}

const chips = [
  { chipId: 'c16', topologyId: 'square-lattice-mux-16', qubits: 16, imports: 3 },
  { chipId: 'c133', topologyId: 'heavy-hex-133', qubits: 133, imports: 2 },
  { chipId: 'c256', topologyId: 'square-lattice-mux-256', qubits: 256, imports: 1 },
];
const largeChip = { chipId: 'c1024', topologyId: 'square-lattice-mux-1024', qubits: 1024 };
const importDates = ['2026-01-05T06:00:00Z', '2026-02-05T06:00:00Z', '2026-02-25T06:00:00Z'];
const crowd = { chips: 50, members: 20, executions: 60, cooldowns: 30, flows: 30, schedules: 40 };
const editsOfQubit = 10;
/** The channel of a chat of the crowded project. */
export const benchChannel = 'C0123456789';

/** A webhook of the crowded project. */
export const benchWebhookId = '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d06';
/** A task result with a note. */
export const notedTaskId = 'noted';

/**
 * Fills the stack over its own API. Written directly are executions, of which a run makes one at a time, and the largest
 * chip: its sixteen thousand samples would take a minute and no read of the present touches them.
 */
export async function seed(stack: TestStack): Promise<Seeded> {
  const address = { baseUrl: `${stack.url}/api` };
  const login = await createFullClient(address).login({ body: stack.admin });
  const projectId = login.default_project_id;
  if (!projectId) throw new Error('The administrator has no default project');
  const token = login.access_token;
  const client = createFullClient({ ...address, token: () => token });
  for (const { chipId, topologyId, imports } of chips) {
    for (const date of importDates.slice(-imports)) {
      const documents = deviceDocuments(topologyId, date);
      await client.importChip({ body: { format: 'ibm', chip_id: chipId, documents } });
    }
  }
  await seedLargeChip(stack, projectId);
  await editByHand(client);
  await closeSpansOf(stack);
  await seedNotes(client);
  const noted = taskResultRecord({ projectId, taskId: notedTaskId, chipId: 'c133' });
  await batchWriteItems(stack.runtime.db, [{ put: taskResultEntity.encode(noted, 1) }]);
  await client.upsertTaskNote({ params: { task_id: notedTaskId }, body: { content: 'seen' } });
  await client.createApiToken({ body: { name: 'bench' } });
  await seedInbox(stack, { userId: login.user_id, username: stack.admin.username, projectId });
  const crowded = await seedCrowd(stack, client);
  await seedWebhook(stack, crowded);
  await seedChat(stack, crowded);
  const { members } = await client.listProjectMembers({ params: { project_id: crowded } });
  const cooldownIds = await seedCooldowns(client, crowded);
  await seedFlows(client, crowded);
  const scheduleId = await seedSchedules(client, crowded);
  await indexNotes(stack);
  const results = await seedTaskResults(stack, projectId);
  await seedBusyChip(stack, projectId);
  const rows = await client.createExport({ body: { kind: 'samples', format: 'csv', targets: ['0'] } });
  const image = await client.createImage({ body: { file: new Blob([png(640, 480)]) } });
  const archive = await client.createFigureArchive({ body: { paths: [results.figurePath] } });
  const entering = tinyArchive({ userId: login.user_id, username: stack.admin.username }, 'entering');
  await client.createProjectImport({ params: { project_id: entering.projectId }, body: beginningBody(entering) });
  const imported = await client.getChip({ params: { chip_id: 'c133' }, query: { include: 'none' } });
  return {
    client,
    token,
    userId: login.user_id,
    projectId,
    crowded,
    cooldownIds,
    scheduleId,
    memberIds: members.map((member) => member.user_id),
    results,
    provenance: await seedProvenance(stack, client),
    threads: await seedThreads(client, notedTaskId),
    archiveId: archive.archive_id,
    imageName: image.filename,
    exportId: rows.export_id,
    entering: entering.projectId,
    importedTopology: imported.topology_id ?? '',
    chips: await Promise.all([...chips, largeChip].map((chip) => measuredOf(stack, projectId, chip))),
    asOf: '2026-02-10T00:00:00.000Z',
  };
}

/** Two hundred notifications, of which every fourth was read. */
async function seedInbox(
  { runtime: { db } }: TestStack,
  of: { userId: string; username: string; projectId: string },
): Promise<void> {
  for (let n = 0; n < 200; n += 1) {
    const at = new Date(Date.now() - n * 60_000).toISOString();
    const record = notificationRecord({ ...of, at, id: n.toString(16).padStart(32, '0') });
    await putNotification(db, record);
    if (n % 4 === 0) await putRead(db, record, at);
  }
}

/** A chat with sixty messages. */
async function seedChat({ runtime: { db } }: TestStack, projectId: string): Promise<void> {
  const updatedAt = new Date().toISOString();
  const messages = Array.from({ length: 60 }, (_, n) => {
    const at = new Date(Date.parse(updatedAt) - n * 60_000).toISOString();
    return messageRecord({ projectId, channel: benchChannel, at, status: 'delivered', attempts: 1 });
  });
  await batchWriteItems(db, [
    { put: chatEntity.encode(chatRecord({ projectId, channel: benchChannel, updatedAt }), 1) },
    ...messages.map((message) => ({ put: messageEntity.encode(message, 1) })),
  ]);
}

/** A webhook with sixty deliveries. */
async function seedWebhook({ runtime: { db } }: TestStack, projectId: string): Promise<void> {
  const [webhookId, createdAt] = [benchWebhookId, new Date().toISOString()];
  const deliveries = Array.from({ length: 60 }, (_, n) =>
    deliveryRecord({
      ...{ projectId, webhookId, status: 'delivered', attempts: 1, body: 'x'.repeat(500) },
      ...{ at: new Date(Date.now() - n * 60_000).toISOString(), deliveryId: n.toString(16).padStart(32, '0') },
    }),
  );
  await batchWriteItems(db, [
    { put: webhookEntity.encode(webhookRecord({ projectId, webhookId, createdAt }), 1) },
    ...deliveries.map((delivery) => ({ put: deliveryEntity.encode(delivery, 1) })),
  ]);
}

/** Days and months that are over are read from their roll-ups, as the sweep leaves them. */
async function closeSpansOf({ runtime }: TestStack): Promise<void> {
  for (let closed = 1; closed > 0; )
    ({ closed } = await closeSpans(contextOf(runtime, 'bench'), new Date('2100-01-01T00:00:00Z')));
}

async function measuredOf(
  { runtime: { db } }: TestStack,
  projectId: string,
  { chipId, qubits }: { chipId: string; qubits: number },
): Promise<SeededChip> {
  const series = await listSeries(db, projectId, chipId);
  return { chipId, qubits, measured: [...new Set(series.map(({ metric }) => metric))] };
}

async function editByHand(client: FullClient): Promise<void> {
  for (let day = 1; day <= editsOfQubit; day += 1) {
    const calibrated_at = `2026-01-${String(day).padStart(2, '0')}T12:00:00Z`;
    const parameters = { t1: { value: 100 + day, unit: 'us', calibrated_at } };
    await client.updateCalibrationParameters({ body: { chip_id: 'c133', qid: '0', parameters, reason: 'bench' } });
  }
}

/** What its consumer would have done; before there are task results, of which a scan would pass each. */
async function indexNotes({ runtime: { db, ports } }: TestStack): Promise<void> {
  for await (const events of scanNoteEvents(db))
    await ports.search?.apply(events.map((event) => ({ kind: 'added', event })));
}

/** A chip whose qubits and couplings have the values of one of the imported chips. */
async function seedLargeChip({ admin, runtime: { db } }: TestStack, projectId: string): Promise<void> {
  const topology = generateTopology(largeChip.topologyId);
  const [qubit, coupling] = await Promise.all(
    [chipKeys.qubit(projectId, 'c256', '0'), chipKeys.coupling(projectId, 'c256', '0-1')].map((key) =>
      getItem(db, key),
    ),
  );
  if (!topology || !qubit || !coupling) throw new Error('The chip to copy from is not there');
  const data = { qubit: targetEntity.decode(qubit).data, coupling: targetEntity.decode(coupling).data };
  const now = '2026-02-25T06:00:00.000Z';
  const chip = newChip({ projectId, chipId: largeChip.chipId, username: admin.username }, topology, now);
  const targets = targetRefsOf(topology).map((ref) => ({
    ...newTarget(chip, ref, now),
    data: ref.kind === 'qubit' ? data.qubit : data.coupling,
  }));
  await batchWriteItems(db, [
    { put: chipEntity.encode({ ...chip, lastCalibratedAt: now }, 1) },
    ...targets.map((target) => ({ put: targetEntity.encode(target, 1) })),
  ]);
}

async function seedCooldowns(client: FullClient, projectId: string): Promise<string[]> {
  const headers = { 'x-project-id': projectId };
  await client.createCryostat({ body: { cryo_id: 'fridge-0' }, headers });
  const ids = Array.from({ length: crowd.cooldowns }, (_, n) => `cd-${n}`);
  const start = (n: number) => new Date(Date.UTC(2023, n, 1)).toISOString();
  for (const [n, cooldown_id] of ids.entries()) {
    const ended_at = n + 1 < ids.length ? start(n + 1) : null;
    const body = { cooldown_id, cryo_id: 'fridge-0', started_at: start(n), ended_at, chip_ids: ['chip-0', 'chip-1'] };
    await client.createCooldown({ body, headers });
    const params = { cooldown_id };
    await client.createCooldownWiringCheckpoint({ params, body: { comment: 'as built' }, headers });
  }
  return ids;
}

/** Thirty flows, the last of which was saved thirty times. */
async function seedFlows(client: FullClient, projectId: string): Promise<void> {
  const headers = { 'x-project-id': projectId };
  const { code } = await client.getFlowTemplate({ params: { template_id: 'full_one_qubit' } });
  const save = (name: string, description: string) =>
    client.saveFlow({ body: { name, description, chip_id: 'chip-0', code, tags: ['daily'] }, headers });
  for (let n = 0; n < crowd.flows; n += 1) await save(`flow_${n}`, 'Every qubit, each morning');
  for (let n = 1; n < crowd.flows; n += 1) await save(`flow_${crowd.flows - 1}`, `Change ${n}`);
}

/** Forty schedules of one flow, all of a time that the bench does not see: a run would hold the lock. Answers the first. */
async function seedSchedules(client: FullClient, projectId: string): Promise<string> {
  const headers = { 'x-project-id': projectId };
  const ids: string[] = [];
  for (let n = 0; n < crowd.schedules; n += 1) {
    const scheduled_time = `2099-01-01T06:${String(n).padStart(2, '0')}:00Z`;
    const body = { scheduled_time, parameters: { seed: n } };
    ids.push((await client.scheduleFlow({ params: { name: 'flow_29' }, body, headers })).schedule_id);
  }
  return ids[0] ?? '';
}

async function seedCrowd(stack: TestStack, client: FullClient): Promise<string> {
  const { project_id: projectId } = await client.createProject({ body: { name: 'crowded' } });
  const headers = { 'x-project-id': projectId };
  for (let n = 0; n < crowd.chips; n += 1)
    await client.createChip({ body: { chip_id: `chip-${n}`, size: 2, topology_id: 'linear-2' }, headers });
  for (let n = 1; n < crowd.members; n += 1) {
    const username = `member-${n}`;
    await client.registerUser({ body: { username, password: 'a long password', create_default_project: false } });
    await client.addProjectMemberAdmin({ params: { project_id: projectId }, body: { username, role: 'viewer' } });
  }
  const snapshot = await putSnapshot(stack.runtime, projectId);
  const executions = Array.from({ length: crowd.executions }, (_, n) => ({
    put: executionEntity.encode(
      executionRecord({
        projectId,
        executionId: `20260201-${String(n).padStart(3, '0')}`,
        name: 'daily calibration',
        chipId: 'chip-0',
        username: stack.admin.username,
        startAt: '2026-02-01T01:00:00.000Z',
        endAt: '2026-02-01T02:00:00.000Z',
        elapsedSeconds: 3600,
        tags: ['daily'],
        snapshot,
      }),
      1,
    ),
  }));
  const run = {
    projectId,
    executionId: '20260201-000',
    runner: 'worker' as const,
    createdAt: '2026-02-01T01:00:00.000Z',
  };
  const origin = { chipId: 'chip-0', topologyId: 'linear-2', flowName: 'check', flowVersion: 1 };
  const pointer = { ...run, flowRunId: executionRecord(run).flowRunId, origin };
  await batchWriteItems(stack.runtime.db, [
    ...executions,
    { put: runPointerEntity.encode(pointer, 1) },
    ...seenWorkers(projectId),
    ...logOf(projectId),
  ]);
  return projectId;
}

/** Twenty workers that were seen. */
const seenWorkers = (projectId: string) =>
  Array.from({ length: 20 }, (_, n) => {
    const seen = { projectId, worker: `fridge-${n}`, backends: ['worker'], software: 'lab 1.0', userId: 'u' };
    const last = { username: 'ada', message: '', lastSeenAt: '2099-02-01T01:00:00.000Z' };
    return { put: workerEntity.encode({ ...seen, ...last }, 1) };
  });

/** Four hundred lines of the log of a run, ten at a time. */
const logOf = (projectId: string) =>
  Array.from({ length: 40 }, (_, n) => {
    const at = '2099-02-01T01:00:00.000Z';
    const lines = Array.from({ length: 10 }, (_line, m) => ({
      at,
      level: 'info' as const,
      text: `Qubit ${n}-${m} done`,
    }));
    const batch = { projectId, executionId: '20260201-000', fence: 1, sequence: n * 10, lines };
    return { put: logBatchEntity.encode({ ...batch, writtenAt: at }, 1) };
  });
