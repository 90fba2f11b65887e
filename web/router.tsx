import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { AppShell } from './components/shell/app-shell.tsx';
import { NotFound } from './components/shell/not-found.tsx';
import { AppFailure, PageFailure } from './components/shell/page-failure.tsx';
import { analysisSearch } from './lib/analysis/search.ts';
import { token } from './lib/api/session.ts';
import { aboutSearch, discussionsSearch } from './lib/discussions/addresses.ts';
import { casesSearch, reviewsSearch, taskListSearch } from './lib/knowledge/search.ts';
import { notesSearch } from './lib/notes/search.ts';
import { lastChip } from './lib/overview/last-chip.ts';
import { resultsSearch } from './lib/results/search.ts';
import { loginSearch } from './lib/url/login-search.ts';
import { parseSearch, stringifySearch } from './lib/url/search-params.ts';
import {
  chipDaysSearch,
  chipPageSearch,
  chipsSearch,
  compareSearch,
  cryoSearch,
  dashboardSearch,
  differencesSearch,
  flowSearch,
  flowsSearch,
  importsSearch,
  inboxSearch,
  muxesSearch,
  newTopologySearch,
  runSearch,
  runsSearch,
  scheduleSearch,
  schedulesSearch,
  targetSearch,
  taskSearch,
  valuesSearch,
  wallSearch,
  webhookSearch,
} from './lib/url/search-types.ts';

const root = createRootRoute({ component: Outlet, errorComponent: AppFailure });

/**
 * The login is not a page of this application: opening it leaves the application and drops everything that it has
 * loaded.
 */
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: ({ location }) => {
    globalThis.location.replace(location.href);
    return new Promise<never>(() => {});
  },
});

/** Everything behind the login. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: AppShell,
  errorComponent: AppFailure,
  beforeLoad: ({ location }) => {
    if (token.get() === undefined)
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { return: location.publicHref } });
  },
});

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => {
    const chipId = lastChip.get();
    throw chipId === undefined
      ? redirect({ to: '/execution' })
      : redirect({ to: '/chips/$chipId', params: { chipId } });
  },
});

const execution = createRoute({
  getParentRoute: () => app,
  path: '/execution',
  validateSearch: runsSearch,
  component: lazyRouteComponent(() => import('./pages/runs/runs-page.tsx'), 'RunsPage'),
});

const run = createRoute({
  getParentRoute: () => app,
  path: '/execution/$executionId',
  validateSearch: runSearch,
  component: lazyRouteComponent(() => import('./pages/runs/run-page.tsx'), 'RunPage'),
});

const compare = createRoute({
  getParentRoute: () => app,
  path: '/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
});

const differences = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/differences',
  validateSearch: differencesSearch,
  component: lazyRouteComponent(() => import('./pages/differences/differences-page.tsx'), 'DifferencesPage'),
});

const task = createRoute({
  getParentRoute: () => app,
  path: '/tasks/$taskId',
  validateSearch: taskSearch,
  component: lazyRouteComponent(() => import('./pages/task/task-page.tsx'), 'TaskPage'),
});

const results = createRoute({
  getParentRoute: () => app,
  path: '/tasks',
  validateSearch: resultsSearch,
  component: lazyRouteComponent(() => import('./pages/results/results-page.tsx'), 'ResultsPage'),
});

const taskList = createRoute({
  getParentRoute: () => app,
  path: '/task-knowledge',
  validateSearch: taskListSearch,
  component: lazyRouteComponent(() => import('./pages/task-knowledge/task-list-page.tsx'), 'TaskListPage'),
});

const taskKnowledge = createRoute({
  getParentRoute: () => app,
  path: '/task-knowledge/$taskName',
  component: lazyRouteComponent(() => import('./pages/task-knowledge/task-knowledge-page.tsx'), 'TaskKnowledgePage'),
});

const reviews = createRoute({
  getParentRoute: () => app,
  path: '/reviews',
  validateSearch: reviewsSearch,
  component: lazyRouteComponent(() => import('./pages/reviews/reviews-page.tsx'), 'ReviewsPage'),
});

const flows = createRoute({
  getParentRoute: () => app,
  path: '/flows',
  validateSearch: flowsSearch,
  component: lazyRouteComponent(() => import('./pages/flows/flows-page.tsx'), 'FlowsPage'),
});

const flow = createRoute({
  getParentRoute: () => app,
  path: '/flows/$flowName',
  validateSearch: flowSearch,
  component: lazyRouteComponent(() => import('./pages/flows/flow-page.tsx'), 'FlowPage'),
});

const schedules = createRoute({
  getParentRoute: () => app,
  path: '/schedules',
  validateSearch: schedulesSearch,
  component: lazyRouteComponent(() => import('./pages/schedules/schedules-page.tsx'), 'SchedulesPage'),
});

const schedule = createRoute({
  getParentRoute: () => app,
  path: '/schedules/$scheduleId',
  validateSearch: scheduleSearch,
  component: lazyRouteComponent(() => import('./pages/schedules/schedule-page.tsx'), 'SchedulePage'),
});

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('./pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const chips = createRoute({
  getParentRoute: () => app,
  path: '/chips',
  validateSearch: chipsSearch,
  component: lazyRouteComponent(() => import('./pages/chips/chips-page.tsx'), 'ChipsPage'),
});

const newTopology = createRoute({
  getParentRoute: () => app,
  path: '/topologies/new',
  validateSearch: newTopologySearch,
  component: lazyRouteComponent(() => import('./pages/topology/new-topology-page.tsx'), 'NewTopologyPage'),
});

const chip = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId',
  validateSearch: chipPageSearch,
  component: lazyRouteComponent(() => import('./pages/chip/chip-page.tsx'), 'ChipPage'),
});

const muxes = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/muxes',
  validateSearch: muxesSearch,
  component: lazyRouteComponent(() => import('./pages/muxes/muxes-page.tsx'), 'MuxesPage'),
});

const chipDays = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/days',
  validateSearch: chipDaysSearch,
  component: lazyRouteComponent(() => import('./pages/days/chip-days-page.tsx'), 'ChipDaysPage'),
});

const analysis = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/analysis',
  validateSearch: analysisSearch,
  component: lazyRouteComponent(() => import('./pages/analysis/analysis-page.tsx'), 'AnalysisPage'),
});

const values = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/values',
  validateSearch: valuesSearch,
  component: lazyRouteComponent(() => import('./pages/values/values-page.tsx'), 'ValuesPage'),
});

const wall = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/wall',
  validateSearch: wallSearch,
  component: lazyRouteComponent(() => import('./pages/wall/wall-page.tsx'), 'WallPage'),
});

const qubit = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/qubits/$target',
  validateSearch: targetSearch,
  component: lazyRouteComponent(() => import('./pages/target/target-page.tsx'), 'QubitPage'),
});

const coupling = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/couplings/$target',
  validateSearch: targetSearch,
  component: lazyRouteComponent(() => import('./pages/target/target-page.tsx'), 'CouplingPage'),
});

const cryo = createRoute({
  getParentRoute: () => app,
  path: '/cryo',
  validateSearch: cryoSearch,
  component: lazyRouteComponent(() => import('./pages/cryo/cryo-page.tsx'), 'CryoPage'),
});

const notes = createRoute({
  getParentRoute: () => app,
  path: '/notes',
  validateSearch: notesSearch,
  component: lazyRouteComponent(() => import('./pages/notes/notes-page.tsx'), 'NotesPage'),
});

const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('./pages/inbox/inbox-page.tsx'), 'InboxPage'),
});

const discussions = createRoute({
  getParentRoute: () => app,
  path: '/discussions',
  validateSearch: discussionsSearch,
  component: lazyRouteComponent(() => import('./pages/discussions/discussions-page.tsx'), 'DiscussionsPage'),
});

const newThread = createRoute({
  getParentRoute: () => app,
  path: '/discussions/new',
  validateSearch: aboutSearch,
  component: lazyRouteComponent(() => import('./pages/discussions/new-thread-page.tsx'), 'NewThreadPage'),
});

const thread = createRoute({
  getParentRoute: () => app,
  path: '/discussions/$postId',
  component: lazyRouteComponent(() => import('./pages/discussions/thread-page.tsx'), 'ThreadPage'),
});

const cases = createRoute({
  getParentRoute: () => app,
  path: '/cases',
  validateSearch: casesSearch,
  component: lazyRouteComponent(() => import('./pages/cases/cases-page.tsx'), 'CasesPage'),
});

const oneCase = createRoute({
  getParentRoute: () => app,
  path: '/cases/$caseId',
  component: lazyRouteComponent(() => import('./pages/cases/case-page.tsx'), 'CasePage'),
});

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const projects = createRoute({
  getParentRoute: () => app,
  path: '/projects',
  component: lazyRouteComponent(() => import('./pages/projects/projects-page.tsx'), 'ProjectsPage'),
});

const project = createRoute({
  getParentRoute: () => app,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => import('./pages/project/project-page.tsx'), 'ProjectPage'),
});

const webhook = createRoute({
  getParentRoute: () => app,
  path: '/projects/$projectId/webhooks/$webhookId',
  validateSearch: webhookSearch,
  component: lazyRouteComponent(() => import('./pages/webhook/webhook-page.tsx'), 'WebhookPage'),
});

const imports = createRoute({
  getParentRoute: () => app,
  path: '/projects/$projectId/imports',
  validateSearch: importsSearch,
  component: lazyRouteComponent(() => import('./pages/imports/imports-page.tsx'), 'ImportsPage'),
});

const admin = createRoute({
  getParentRoute: () => app,
  path: '/admin',
  component: lazyRouteComponent(() => import('./pages/admin/admin-page.tsx'), 'AdminPage'),
});

/** Every other address: in the frame, and behind the login as all pages are. */
const nowhere = createRoute({ getParentRoute: () => app, path: '$', component: NotFound });

const routeTree = root.addChildren([
  login,
  app.addChildren([
    home,
    execution,
    run,
    compare,
    differences,
    task,
    results,
    taskList,
    taskKnowledge,
    reviews,
    cases,
    oneCase,
    flows,
    flow,
    schedules,
    schedule,
    dashboard,
    chips,
    newTopology,
    chip,
    muxes,
    chipDays,
    values,
    wall,
    analysis,
    qubit,
    coupling,
    cryo,
    notes,
    inbox,
    discussions,
    newThread,
    thread,
    settings,
    projects,
    project,
    webhook,
    imports,
    admin,
    nowhere,
  ]),
]);

/**
 * The application's router: every page is a chunk of its own, every view is restored from its URL.
 * @param basepath the prefix of the paths of all pages: `/p/` with the project, or nothing
 */
export const createAppRouter = (basepath: string) =>
  createRouter({
    routeTree,
    basepath,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: PageFailure,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
