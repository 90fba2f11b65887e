import type { Group } from '#shared/api/route.ts';
import type { OperationId } from '#shared/api/routes.ts';
import type { EndpointHandler } from './http/endpoint.ts';

type HandlerFile = `./${string}/${string}.ts` | `#compat/qdash/handlers/${string}.ts`;

/** The files of handlers that the Lambda function of each group serves; each file belongs to one group. */
export const handlerFiles: Readonly<Record<Group, readonly HandlerFile[]>> = {
  archives: ['./archives/archives.ts'],
  artifacts: ['./results/archived-results.ts', './results/artifacts.ts'],
  auth: ['#compat/qdash/handlers/administration.ts', './people/auth.ts', './projects/admin-audit.ts'],
  calibrations: ['#compat/qdash/handlers/seeds.ts', './statistics/drift-settings.ts', './values/calibrations.ts'],
  chips: ['./chips/chips.ts'],
  cooldowns: ['./cooldowns/cooldowns.ts'],
  discussions: ['#compat/qdash/handlers/issues.ts', './discussions/discussions.ts', './discussions/issue-knowledge.ts'],
  executions: ['./runs/executions.ts'],
  'export-jobs': ['./devices/export-jobs.ts'],
  exports: [
    '#compat/qdash/handlers/device-topology.ts',
    '#compat/qdash/handlers/files.ts',
    '#compat/qdash/handlers/task-files.ts',
    './devices/exports.ts',
    './flows/flow-exports.ts',
  ],
  flows: ['#compat/qdash/handlers/save-file.ts', './flows/flows.ts'],
  images: ['#compat/qdash/handlers/images.ts', './images/images.ts'],
  imports: ['./devices/imports.ts'],
  metrics: [
    '#compat/qdash/handlers/metrics.ts',
    './statistics/differences.ts',
    './statistics/drift.ts',
    './statistics/health.ts',
    './values/metrics.ts',
  ],
  notes: ['./notes/notes.ts'],
  notifications: ['./notifications/chat.ts', './notifications/notifications.ts', './notifications/webhooks.ts'],
  'project-imports': ['./archives/project-imports.ts'],
  projects: ['./projects/audit.ts', './projects/projects.ts'],
  provenance: ['#compat/qdash/handlers/provenance.ts', './results/provenance.ts'],
  reanalysis: ['./results/reanalysis.ts'],
  // It starts runs that wait for the lock, and so carries what executes flows.
  'run-queue': ['#compat/qdash/handlers/pipelines.ts', './runs/run-queue.ts', './runs/start.ts'],
  schedules: ['./schedules/schedules.ts'],
  search: ['./search/search.ts'],
  system: ['#compat/qdash/handlers/config.ts', './system/system.ts'],
  'task-results': [
    '#compat/qdash/handlers/reviews.ts',
    '#compat/qdash/handlers/used.ts',
    './results/reviews.ts',
    './results/task-knowledge.ts',
    './results/task-results.ts',
  ],
  // A group of its own, since an undo may call the verb of any act: its bundle is the largest.
  undo: ['./projects/undo.ts'],
  workers: ['./workers/workers.ts'],
};

const loaded = new Map<Group, Promise<EndpointHandler>>();

/** The function of a group, imported at its first request as on Lambda; `scripts/build/bundle.ts` makes its bundle. */
export function loadGroup(group: Group): Promise<EndpointHandler> {
  const loading = loaded.get(group) ?? importGroup(group);
  loaded.set(group, loading);
  return loading;
}

async function importGroup(group: Group): Promise<EndpointHandler> {
  // Imported here, so that what only reads the table loads nothing of the service.
  const { groupHandler } = await import('./http/group.ts');
  type Handlers = Partial<Record<OperationId, EndpointHandler>>;
  const files: Handlers[] = await Promise.all(handlerFiles[group].map((file) => import(file)));
  return groupHandler(Object.assign({}, ...files));
}
