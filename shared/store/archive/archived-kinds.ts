import { chatEntity, chatTokenEntity, messageEntity } from '../chat/chat.ts';
import { chipStatisticsEntity } from '../chips/chip-statistics.ts';
import { chipEntity, importEntity, targetEntity, topologyEntity } from '../chips/chips.ts';
import { deletedChipEntity } from '../chips/deleted-chips.ts';
import { cooldownDataEntity, cooldownEntity, cryostatEntity } from '../cooldowns/cooldowns.ts';
import { wiringEventEntity } from '../cooldowns/wiring-events.ts';
import { chipDayEntity, chipDirectoryEntity } from '../days/chip-days.ts';
import { openChipDayEntity } from '../days/open-chip-days.ts';
import { targetDayEntity } from '../days/target-days.ts';
import { unsettledResultEntity } from '../days/unsettled-results.ts';
import type { Entity, Item } from '../dynamodb/codec.ts';
import { exportEntity, exportPartEntity } from '../exports/exports.ts';
import { flowEntity, flowVersionEntity } from '../flows/flows.ts';
import { firingEntity, scheduleEntity } from '../flows/schedules.ts';
import { imageEntity, imageUseEntity } from '../images/images.ts';
import { storedTarget, type TargetRef } from '../keys.ts';
import { listHeadEntity } from '../lists/list-heads.ts';
import { driftDecisionsEntity, driftEntity } from '../metrics/drift.ts';
import { horizonsEntity } from '../metrics/horizons.ts';
import { metricUnitEntity } from '../metrics/metric-units.ts';
import { type OpenSpanRecord, openSpanEntity } from '../metrics/open-spans.ts';
import { partialRollUpEntity } from '../metrics/partial-roll-ups.ts';
import { recentDaysEntity } from '../metrics/recent-days.ts';
import { rollUpEntity } from '../metrics/roll-ups.ts';
import { sampleEntity } from '../metrics/samples.ts';
import { seriesEntity } from '../metrics/series.ts';
import { targetLevelsEntity } from '../metrics/target-levels.ts';
import { taskSamplesEntity } from '../metrics/task-samples.ts';
import { noteCountEntity } from '../notes/note-counts.ts';
import { noteEventEntity } from '../notes/note-events.ts';
import { noteEntity } from '../notes/notes.ts';
import { auditEntity } from '../projects/audit.ts';
import { type MemberRecord, memberEntity, projectEntity } from '../projects/projects.ts';
import { projectUsageEntity } from '../projects/usage.ts';
import { reviewRowEntity, reviewRunEntity, reviewTextEntity } from '../reviews/reviews.ts';
import { writeRevisionEntity } from '../revisions/revisions.ts';
import { announcementEntity } from '../runs/announcements.ts';
import { executionEntity } from '../runs/executions.ts';
import { liveTraceEntity } from '../runs/live-traces.ts';
import { counterEntity, type LockRecord, lockEntity, type RunPointerRecord, runPointerEntity } from '../runs/locks.ts';
import { pastHeadEntity } from '../runs/past-heads.ts';
import { logBatchEntity } from '../runs/run-logs.ts';
import { runQueueEntity } from '../runs/run-queue.ts';
import { workerEntity } from '../runs/workers.ts';
import { latestMarkEntity, latestResultEntity } from '../task-results/latest-results.ts';
import { reExecutionEntity } from '../task-results/re-executions.ts';
import { taskDocumentEntity, taskDocumentTextEntity } from '../task-results/task-documents.ts';
import {
  backendEntity,
  calibrationNoteEntity,
  calibrationNotePieceEntity,
  tagEntity,
  taskDefinitionEntity,
} from '../task-results/task-registry.ts';
import { taskResultEntity } from '../task-results/task-results.ts';
import { categoriesEntity } from '../threads/categories.ts';
import { knowledgeEntity, taskCaseEntity } from '../threads/knowledge.ts';
import { threadRowEntity } from '../threads/thread-rows.ts';
import { replyEntity, revisionEntity, threadCountEntity, threadEntity } from '../threads/threads.ts';
import { deliveryEntity, webhookEntity, webhookSecretsEntity } from '../webhooks/webhooks.ts';
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
