import { splitAddress } from '#shared/domain/page-address.ts';

/**
 * Every page by the pattern of its path, as the router has it. Each is a chunk of its own (rule SHOW-2). Fixed segments come
 * before parameters at the same place.
 */
export const pages = {
  '/execution': () => import('./pages/runs/runs-page.tsx'),
  '/execution/$executionId': () => import('./pages/runs/run-page.tsx'),
  '/compare': () => import('./pages/compare/compare-page.tsx'),
  '/chips/$chipId/differences': () => import('./pages/differences/differences-page.tsx'),
  '/tasks/$taskId': () => import('./pages/task/task-page.tsx'),
  '/tasks': () => import('./pages/results/results-page.tsx'),
  '/task-knowledge': () => import('./pages/task-knowledge/task-list-page.tsx'),
  '/task-knowledge/$taskName': () => import('./pages/task-knowledge/task-knowledge-page.tsx'),
  '/reviews': () => import('./pages/reviews/reviews-page.tsx'),
  '/flows': () => import('./pages/flows/flows-page.tsx'),
  '/flows/$flowName': () => import('./pages/flows/flow-page.tsx'),
  '/schedules': () => import('./pages/schedules/schedules-page.tsx'),
  '/schedules/$scheduleId': () => import('./pages/schedules/schedule-page.tsx'),
  '/dashboard': () => import('./pages/dashboard/dashboard-page.tsx'),
  '/chips': () => import('./pages/chips/chips-page.tsx'),
  '/topologies/new': () => import('./pages/topology/new-topology-page.tsx'),
  '/chips/$chipId': () => import('./pages/chip/chip-page.tsx'),
  '/chips/$chipId/muxes': () => import('./pages/muxes/muxes-page.tsx'),
  '/chips/$chipId/days': () => import('./pages/days/chip-days-page.tsx'),
  '/chips/$chipId/analysis': () => import('./pages/analysis/analysis-page.tsx'),
  '/chips/$chipId/values': () => import('./pages/values/values-page.tsx'),
  '/chips/$chipId/wall': () => import('./pages/wall/wall-page.tsx'),
  '/chips/$chipId/qubits/$target': () => import('./pages/target/target-page.tsx'),
  '/chips/$chipId/couplings/$target': () => import('./pages/target/target-page.tsx'),
  '/cryo': () => import('./pages/cryo/cryo-page.tsx'),
  '/notes': () => import('./pages/notes/notes-page.tsx'),
  '/inbox': () => import('./pages/inbox/inbox-page.tsx'),
  '/discussions': () => import('./pages/discussions/discussions-page.tsx'),
  '/discussions/new': () => import('./pages/discussions/new-thread-page.tsx'),
  '/discussions/$postId': () => import('./pages/discussions/thread-page.tsx'),
  '/cases': () => import('./pages/cases/cases-page.tsx'),
  '/cases/$caseId': () => import('./pages/cases/case-page.tsx'),
  '/settings': () => import('./pages/settings/settings-page.tsx'),
  '/projects': () => import('./pages/projects/projects-page.tsx'),
  '/projects/$projectId': () => import('./pages/project/project-page.tsx'),
  '/projects/$projectId/webhooks/$webhookId': () => import('./pages/webhook/webhook-page.tsx'),
  '/projects/$projectId/imports': () => import('./pages/imports/imports-page.tsx'),
  '/admin': () => import('./pages/admin/admin-page.tsx'),
};

/** The path of the page at an address, as its route has it. */
export function patternAt(pathname: string): keyof typeof pages | undefined {
  const segments = splitAddress(pathname).path.split('/');
  return (Object.keys(pages) as (keyof typeof pages)[]).find((pattern) => {
    const wanted = pattern.split('/');
    return wanted.length === segments.length && wanted.every((one, n) => one.startsWith('$') || one === segments[n]);
  });
}

/** Begins to load the scripts of the page at an address, together with those of the application and not after them. */
export function loadPageAt(pathname: string): void {
  const pattern = patternAt(pathname);
  // The router loads it again and shows the failure.
  if (pattern !== undefined) void pages[pattern]().catch(() => undefined);
}
