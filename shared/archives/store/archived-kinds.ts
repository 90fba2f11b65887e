import { chipStatisticsEntity } from '../../chips/store/chip-statistics.ts';
import { chipEntity, importEntity, targetEntity, topologyEntity } from '../../chips/store/chips.ts';
import { deletedChipEntity } from '../../chips/store/deleted-chips.ts';
import { cooldownDataEntity, cooldownEntity, cryostatEntity } from '../../cooldowns/store/cooldowns.ts';
import { wiringEventEntity } from '../../cooldowns/store/wiring-events.ts';
import { exportEntity, exportPartEntity } from '../../devices/store/exports.ts';
import { categoriesEntity } from '../../discussions/store/categories.ts';
import { knowledgeEntity, taskCaseEntity } from '../../discussions/store/knowledge.ts';
import { threadRowEntity } from '../../discussions/store/thread-rows.ts';
import { replyEntity, revisionEntity, threadCountEntity, threadEntity } from '../../discussions/store/threads.ts';
import { flowEntity, flowVersionEntity } from '../../flows/store/flows.ts';
import { imageEntity, imageUseEntity } from '../../images/store/images.ts';
import type { Entity, Item } from '../../kernel/store/dynamodb/codec.ts';
import { storedTarget, type TargetRef } from '../../kernel/store/keys.ts';
import { listHeadEntity } from '../../kernel/store/list-heads.ts';
import { writeRevisionEntity } from '../../kernel/store/revisions.ts';
import { noteCountEntity } from '../../notes/store/note-counts.ts';
import { noteEventEntity } from '../../notes/store/note-events.ts';
import { noteEntity } from '../../notes/store/notes.ts';
import { chatEntity, chatTokenEntity, messageEntity } from '../../notifications/store/chat.ts';
import { deliveryEntity, webhookEntity, webhookSecretsEntity } from '../../notifications/store/webhooks.ts';
import { auditEntity } from '../../projects/store/audit.ts';
import { type MemberRecord, memberEntity, projectEntity } from '../../projects/store/projects.ts';
import { projectUsageEntity } from '../../projects/store/usage.ts';
import { archivedMonthEntity } from '../../results/store/archived-months.ts';
import { latestMarkEntity, latestResultEntity } from '../../results/store/latest-results.ts';
import { reExecutionEntity } from '../../results/store/re-executions.ts';
import { reviewRowEntity, reviewRunEntity, reviewTextEntity } from '../../results/store/reviews.ts';
import { taskDocumentEntity, taskDocumentTextEntity } from '../../results/store/task-documents.ts';
import {
  backendEntity,
  calibrationNoteEntity,
  calibrationNotePieceEntity,
  tagEntity,
  taskDefinitionEntity,
} from '../../results/store/task-registry.ts';
import { taskResultEntity } from '../../results/store/task-results.ts';
import { executionEntity } from '../../runs/store/executions.ts';
import { liveTraceEntity } from '../../runs/store/live-traces.ts';
import {
  counterEntity,
  type LockRecord,
  lockEntity,
  type RunPointerRecord,
  runPointerEntity,
} from '../../runs/store/locks.ts';
import { pastHeadEntity } from '../../runs/store/past-heads.ts';
import { logBatchEntity } from '../../runs/store/run-logs.ts';
import { runQueueEntity } from '../../runs/store/run-queue.ts';
import { firingEntity, scheduleEntity } from '../../schedules/store/schedules.ts';
import { chipDayEntity, chipDirectoryEntity } from '../../values/store/days/chip-days.ts';
import { openChipDayEntity } from '../../values/store/days/open-chip-days.ts';
import { targetDayEntity } from '../../values/store/days/target-days.ts';
import { unsettledResultEntity } from '../../values/store/days/unsettled-results.ts';
import { driftDecisionsEntity, driftEntity } from '../../values/store/drift.ts';
import { horizonsEntity } from '../../values/store/horizons.ts';
import { metricUnitEntity } from '../../values/store/metric-units.ts';
import { type OpenSpanRecord, openSpanEntity } from '../../values/store/open-spans.ts';
import { partialRollUpEntity } from '../../values/store/partial-roll-ups.ts';
import { recentDaysEntity } from '../../values/store/recent-days.ts';
import { rollUpEntity } from '../../values/store/roll-ups.ts';
import { sampleEntity } from '../../values/store/samples.ts';
import { seriesEntity } from '../../values/store/series.ts';
import { targetLevelsEntity } from '../../values/store/target-levels.ts';
import { taskSamplesEntity } from '../../values/store/task-samples.ts';
import { announcementEntity } from '../../workers/store/announcements.ts';
import { workerEntity } from '../../workers/store/workers.ts';
import { importReportEntity } from './import-reports.ts';
import { projectImportEntity } from './project-imports.ts';

/** A kind of record of a project's archive. */
export interface ArchivedKind<T extends object = object> {
  entity: Entity<T>;
  /** The record of an item as the archive has it; undefined for one that it leaves out. */
  leaving(record: T, item: Item): T | undefined;
  /** The record as it is imported. */
  entering(record: T): T;
}

const same = <T>(record: T): T => record;

function kind<T extends object>(
  entity: Entity<T>,
  { leaving = same, entering = same }: Partial<Pick<ArchivedKind<T>, 'leaving' | 'entering'>> = {},
): ArchivedKind {
  // A kind that is found by its entity's name gets records of that entity only.
  return { entity, leaving, entering } as unknown as ArchivedKind;
}

function withoutSecrets({ waiting: _waiting, claim, ...pointer }: RunPointerRecord): RunPointerRecord {
  return claim ? { ...pointer, claim: { ...claim, claimKey: '', formerKeys: [] } } : pointer;
}

/**
 * A member without when they were last there, which would differ with every look, and without an offer of the project. One who has
 * not accepted stays behind: an archive must not tell which names have accounts (rules ARCHIVE-8, PROJ-16).
 */
function acceptedMember({ lastAccessedAt: _lastAccessedAt, offer: _offer, ...member }: MemberRecord) {
  return member.unaccepted || member.status === 'pending' ? undefined : member;
}

const notHeld = ({ holder: _holder, others: _others, ...lock }: LockRecord): LockRecord => lock;

const withoutPartials = ({ partial: _partial, closing: _closing, ...span }: OpenSpanRecord): OpenSpanRecord => span;

/** With its target as it is stored, so that an earlier version imports the line. */
const ofStoredTarget = <T extends { target: TargetRef }>(record: T): T => ({
  ...record,
  target: storedTarget(record.target),
});

/** What an archive has (rule ARCHIVE-3); what the table has besides, no archive knows. */
const kinds: readonly ArchivedKind[] = [
  // The import that created a project stays out of the archive: it would differ from service to service.
  kind(projectEntity, { leaving: ({ imported: _imported, ...project }) => project }),
  kind(memberEntity, { leaving: acceptedMember }),
  kind(topologyEntity),
  kind(taskDefinitionEntity),
  kind(backendEntity),
  kind(tagEntity),
  kind(auditEntity),
  // Which list it is of is in its key alone.
  kind(importReportEntity),
  kind(listHeadEntity, { leaving: (head, { sk }) => ({ ...head, pk: String(sk) }) }),
  kind(cryostatEntity),
  kind(cooldownEntity),
  kind(cooldownDataEntity),
  kind(wiringEventEntity),
  kind(flowEntity),
  kind(flowVersionEntity),
  kind(scheduleEntity, {
    leaving: (schedule) => (schedule.deletedAt === undefined ? schedule : undefined),
    // Two services must not both start its runs (rule ARCHIVE-7).
    entering: (schedule) => ({ ...schedule, active: false, syncDueAt: undefined }),
  }),
  kind(firingEntity),
  kind(lockEntity, { leaving: notHeld, entering: notHeld }),
  kind(counterEntity),
  kind(runQueueEntity, { entering: (queue) => ({ ...queue, waiting: [] }) }),
  kind(workerEntity),
  kind(announcementEntity),
  kind(executionEntity),
  // The proof of a worker's claim is a secret, and a run that has ended needs none: it is neither exported nor
  // imported.
  kind(runPointerEntity, { leaving: withoutSecrets, entering: withoutSecrets }),
  kind(logBatchEntity),
  kind(taskResultEntity),
  kind(reExecutionEntity),
  // Its place in the list of the sweep, which is of all projects, begins anew.
  kind(archivedMonthEntity, { leaving: ({ dueAt: _dueAt, ...month }) => month }),
  kind(calibrationNoteEntity),
  kind(calibrationNotePieceEntity),
  kind(targetEntity, { leaving: (target) => ({ ...target, ...storedTarget({ kind: target.kind, id: target.id }) }) }),
  kind(chipStatisticsEntity),
  kind(importEntity),
  kind(metricUnitEntity),
  kind(seriesEntity),
  kind(taskSamplesEntity, { leaving: ofStoredTarget }),
  kind(sampleEntity, { leaving: ofStoredTarget }),
  kind(rollUpEntity),
  kind(targetLevelsEntity, { leaving: ofStoredTarget }),
  kind(recentDaysEntity),
  kind(driftEntity),
  kind(driftDecisionsEntity),
  kind(horizonsEntity),
  kind(latestMarkEntity),
  kind(latestResultEntity),
  kind(targetDayEntity, { leaving: ofStoredTarget }),
  kind(chipDayEntity),
  kind(chipDirectoryEntity),
  kind(unsettledResultEntity),
  kind(categoriesEntity),
  kind(threadCountEntity),
  // A row that is being removed counts as gone, and the rest of its data is not read any more.
  kind(threadRowEntity, { leaving: (row) => (row.deletingAt === undefined ? row : undefined) }),
  kind(threadEntity, { leaving: (thread) => (thread.deletingAt === undefined ? thread : undefined) }),
  kind(replyEntity),
  kind(revisionEntity),
  kind(knowledgeEntity),
  kind(taskCaseEntity),
  kind(reviewRunEntity),
  kind(reviewRowEntity),
  kind(reviewTextEntity),
  kind(taskDocumentEntity),
  kind(taskDocumentTextEntity),
  kind(noteEntity),
  kind(noteEventEntity),
  kind(noteCountEntity),
  kind(imageUseEntity),
  // One that is being removed is gone.
  kind(imageEntity, { leaving: (image) => (image.removingSince === undefined ? image : undefined) }),
  // An archive has no partial roll-ups and no job that makes them: both begin anew.
  kind(openSpanEntity, { leaving: withoutPartials, entering: withoutPartials }),
  kind(openChipDayEntity),
  // A deleted chip is left out, as are the items that are kept to restore it.
  kind(chipEntity, { leaving: (chip) => (chip.deletingAt === undefined ? chip : undefined) }),
];

/**
 * Kinds that are written last: events, which cannot be deleted; images, which the sweep removes unless a text shows
 * them; and chips with the sweep's work for them, without which nothing derived is processed (rule ARCHIVE-10).
 */
export const enteringLast: ReadonlySet<string> = new Set(
  [noteEventEntity, imageEntity, openSpanEntity, openChipDayEntity, chipEntity].map(({ name }) => name),
);

/**
 * What an archive leaves out: exports of rows, whose files are gone after a day; webhooks and chats, whose secrets no other service
 * may use; what the project keeps, which is counted anew; its revision; partial roll-ups, which are made again; the trace of a task that was being
 * measured, which expires after a day; the last changes by runs of the past, which say only whether an index is behind;
 * the progress of a delta; deleted chips.
 */
export const leftOut: ReadonlySet<string> = new Set(
  [
    exportEntity,
    exportPartEntity,
    webhookEntity,
    webhookSecretsEntity,
    deliveryEntity,
    chatEntity,
    chatTokenEntity,
    messageEntity,
    projectUsageEntity,
    writeRevisionEntity,
    partialRollUpEntity,
    liveTraceEntity,
    pastHeadEntity,
    projectImportEntity,
    deletedChipEntity,
  ].map(({ name }) => name),
);

/** The kinds by the names of their entities. */
export const archivedKinds: ReadonlyMap<string, ArchivedKind> = new Map(kinds.map((one) => [one.entity.name, one]));
