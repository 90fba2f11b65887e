import { splitAddress } from '#shared/kernel/rules/page-address.ts';

/**
 * Every page by the pattern of its path, as the router has it. Each is a chunk of its own (rule SHOW-2). Fixed segments come
 * before parameters at the same place.
 */
export const pages = {
  '/execution': () => import('./runs/pages/runs-page.tsx'),
  '/execution/$executionId': () => import('./runs/pages/run-page.tsx'),
  '/compare': () => import('./results/pages/compare/compare-page.tsx'),
  '/chips/$chipId/differences': () => import('./statistics/pages/differences/differences-page.tsx'),
  '/tasks/archived': () => import('./results/pages/archived/archived-page.tsx'),
  '/tasks/$taskId': () => import('./results/pages/task/task-page.tsx'),
  '/tasks': () => import('./results/pages/results-page.tsx'),
  '/task-knowledge': () => import('./results/pages/task-knowledge/task-list-page.tsx'),
  '/task-knowledge/$taskName': () => import('./results/pages/task-knowledge/task-knowledge-page.tsx'),
  '/reviews': () => import('./results/pages/reviews/reviews-page.tsx'),
  '/flows': () => import('./flows/pages/flows-page.tsx'),
  '/flows/$flowName': () => import('./flows/pages/flow-page.tsx'),
  '/schedules': () => import('./schedules/pages/schedules-page.tsx'),
  '/schedules/$scheduleId': () => import('./schedules/pages/schedule-page.tsx'),
  '/dashboard': () => import('./values/pages/dashboard/dashboard-page.tsx'),
  '/chips': () => import('./chips/pages/chips-page.tsx'),
  '/topologies/new': () => import('./chips/pages/topology/new-topology-page.tsx'),
  '/chips/$chipId': () => import('./chips/pages/chip/chip-page.tsx'),
  '/chips/$chipId/muxes': () => import('./chips/pages/muxes/muxes-page.tsx'),
  '/chips/$chipId/days': () => import('./values/pages/days/chip-days-page.tsx'),
  '/chips/$chipId/analysis': () => import('./values/pages/analysis/analysis-page.tsx'),
  '/chips/$chipId/values': () => import('./values/pages/values-page.tsx'),
  '/chips/$chipId/wall': () => import('./values/pages/wall/wall-page.tsx'),
  '/chips/$chipId/qubits/$target': () => import('./chips/pages/target/target-page.tsx'),
  '/chips/$chipId/couplings/$target': () => import('./chips/pages/target/target-page.tsx'),
  '/cryo': () => import('./cooldowns/pages/cryo/cryo-page.tsx'),
  '/notes': () => import('./notes/pages/notes-page.tsx'),
  '/inbox': () => import('./notifications/pages/inbox/inbox-page.tsx'),
  '/discussions': () => import('./discussions/pages/discussions-page.tsx'),
  '/discussions/new': () => import('./discussions/pages/new-thread-page.tsx'),
  '/discussions/$postId': () => import('./discussions/pages/thread-page.tsx'),
  '/cases': () => import('./discussions/pages/cases/cases-page.tsx'),
  '/cases/$caseId': () => import('./discussions/pages/cases/case-page.tsx'),
  '/settings': () => import('./people/pages/settings/settings-page.tsx'),
  '/projects': () => import('./projects/pages/projects-page.tsx'),
  '/projects/$projectId': () => import('./projects/pages/project/project-page.tsx'),
  '/projects/$projectId/webhooks/$webhookId': () => import('./notifications/pages/webhook/webhook-page.tsx'),
  '/projects/$projectId/imports': () => import('./archives/pages/imports/imports-page.tsx'),
  '/admin': () => import('./people/pages/admin/admin-page.tsx'),
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
