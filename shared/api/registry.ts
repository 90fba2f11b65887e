import { qdashOperations } from '../../compat/qdash/contract/operations.ts';
import { archiveOperations } from '../archives/contract/operations/archives.ts';
import { projectImportOperations } from '../archives/contract/operations/project-imports.ts';
import { chipOperations } from '../chips/contract/operations/chips.ts';
import { cooldownOperations } from '../cooldowns/contract/operations/cooldowns.ts';
import { exportJobOperations } from '../devices/contract/operations/export-jobs.ts';
import { exportOperations } from '../devices/contract/operations/exports.ts';
import { importOperations } from '../devices/contract/operations/imports.ts';
import { discussionOperations } from '../discussions/contract/operations/discussions.ts';
import { issueKnowledgeOperations } from '../discussions/contract/operations/issue-knowledge.ts';
import { flowOperations } from '../flows/contract/operations/flows.ts';
import { imageOperations } from '../images/contract/operations/images.ts';
import { noteOperations } from '../notes/contract/operations/notes.ts';
import { chatOperations } from '../notifications/contract/operations/chat.ts';
import { notificationOperations } from '../notifications/contract/operations/notifications.ts';
import { webhookOperations } from '../notifications/contract/operations/webhooks.ts';
import { authOperations } from '../people/contract/operations/auth.ts';
import { auditOperations } from '../projects/contract/operations/audit.ts';
import { projectOperations } from '../projects/contract/operations/projects.ts';
import { archivedResultOperations } from '../results/contract/operations/archived-results.ts';
import { artifactOperations } from '../results/contract/operations/artifacts.ts';
import { provenanceOperations } from '../results/contract/operations/provenance.ts';
import { reanalysisOperations } from '../results/contract/operations/reanalysis.ts';
import { reviewOperations } from '../results/contract/operations/reviews.ts';
import { taskKnowledgeOperations } from '../results/contract/operations/task-knowledge.ts';
import { taskResultOperations } from '../results/contract/operations/task-results.ts';
import { executionOperations } from '../runs/contract/operations/executions.ts';
import { runQueueOperations } from '../runs/contract/operations/run-queue.ts';
import { scheduleOperations } from '../schedules/contract/operations/schedules.ts';
import { searchOperations } from '../search/contract/operations/search.ts';
import { differenceOperations } from '../statistics/contract/operations/differences.ts';
import { driftOperations } from '../statistics/contract/operations/drift.ts';
import { healthOperations } from '../statistics/contract/operations/health.ts';
import { systemOperations } from '../system/contract/operations/system.ts';
import { calibrationOperations } from '../values/contract/operations/calibrations.ts';
import { metricOperations } from '../values/contract/operations/metrics.ts';
import { workerOperations } from '../workers/contract/operations/workers.ts';
import type { Operation } from './define.ts';
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
  ...healthOperations,
  ...differenceOperations,
  ...driftOperations,
  ...executionOperations,
  ...cooldownOperations,
  ...flowOperations,
  ...noteOperations,
  ...imageOperations,
  ...discussionOperations,
  ...issueKnowledgeOperations,
  ...searchOperations,
  ...taskResultOperations,
  ...reviewOperations,
  ...taskKnowledgeOperations,
  ...archivedResultOperations,
  ...artifactOperations,
  ...reanalysisOperations,
  ...workerOperations,
  ...runQueueOperations,
  ...scheduleOperations,
  ...provenanceOperations,
  ...notificationOperations,
  ...chatOperations,
  ...webhookOperations,
  ...qdashOperations,
} satisfies { [Id in OperationId]: Operation<Id> };

/** The registry's type: operationId -> operation. */
export type Registry = typeof registry;

/** All operations as a list, in the registry's order. */
export const operations: readonly Operation[] = Object.values(registry);
