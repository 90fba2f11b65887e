import type { Operation } from './define.ts';
import { archiveOperations } from './operations/archives.ts';
import { artifactOperations } from './operations/artifacts.ts';
import { auditOperations } from './operations/audit.ts';
import { authOperations } from './operations/auth.ts';
import { calibrationOperations } from './operations/calibrations.ts';
import { chatOperations } from './operations/chat.ts';
import { chipOperations } from './operations/chips.ts';
import { cooldownOperations } from './operations/cooldowns.ts';
import { differenceOperations } from './operations/differences.ts';
import { discussionOperations } from './operations/discussions.ts';
import { driftOperations } from './operations/drift.ts';
import { executionOperations } from './operations/executions.ts';
import { exportJobOperations } from './operations/export-jobs.ts';
import { exportOperations } from './operations/exports.ts';
import { fileOperations } from './operations/files.ts';
import { flowOperations } from './operations/flows.ts';
import { imageOperations } from './operations/images.ts';
import { importOperations } from './operations/imports.ts';
import { issueKnowledgeOperations } from './operations/issue-knowledge.ts';
import { issueOperations } from './operations/issues.ts';
import { metricOperations } from './operations/metrics.ts';
import { noteOperations } from './operations/notes.ts';
import { notificationOperations } from './operations/notifications.ts';
import { pipelineOperations } from './operations/pipelines.ts';
import { projectImportOperations } from './operations/project-imports.ts';
import { projectOperations } from './operations/projects.ts';
import { provenanceOperations } from './operations/provenance.ts';
import { reanalysisOperations } from './operations/reanalysis.ts';
import { reviewOperations } from './operations/reviews.ts';
import { runQueueOperations } from './operations/run-queue.ts';
import { saveFileOperations } from './operations/save-file.ts';
import { scheduleOperations } from './operations/schedules.ts';
import { searchOperations } from './operations/search.ts';
import { systemOperations } from './operations/system.ts';
import { taskFileOperations } from './operations/task-files.ts';
import { taskKnowledgeOperations } from './operations/task-knowledge.ts';
import { taskResultOperations } from './operations/task-results.ts';
import { webhookOperations } from './operations/webhooks.ts';
import { workerOperations } from './operations/workers.ts';
import type { OperationId } from './routes.ts';

/**
 * All operations. A handler imports its own group's operations instead, so that a bundle holds no other group's
 * schemas; this is for what needs the whole: the interface description, the client's types and the tests.
 */
export const registry = {
  ...systemOperations,
  ...authOperations,
  ...projectOperations,
  ...auditOperations,
  ...archiveOperations,
  ...projectImportOperations,
  ...chipOperations,
  ...importOperations,
  ...exportOperations,
  ...exportJobOperations,
  ...calibrationOperations,
  ...metricOperations,
  ...differenceOperations,
  ...driftOperations,
  ...executionOperations,
  ...cooldownOperations,
  ...flowOperations,
  ...pipelineOperations,
  ...fileOperations,
  ...saveFileOperations,
  ...noteOperations,
  ...imageOperations,
  ...discussionOperations,
  ...issueOperations,
  ...issueKnowledgeOperations,
  ...searchOperations,
  ...taskResultOperations,
  ...reviewOperations,
  ...taskKnowledgeOperations,
  ...taskFileOperations,
  ...artifactOperations,
  ...reanalysisOperations,
  ...workerOperations,
  ...runQueueOperations,
  ...scheduleOperations,
  ...provenanceOperations,
  ...notificationOperations,
  ...chatOperations,
  ...webhookOperations,
} satisfies { [Id in OperationId]: Operation<Id> };

/** The registry's type: operationId -> operation. */
export type Registry = typeof registry;

/** All operations as a list, in the registry's order. */
export const operations: readonly Operation[] = Object.values(registry);
