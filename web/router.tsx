import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { aboutSearch, discussionsSearch } from './discussions/lib/addresses.ts';
import { casesSearch, reviewsSearch, taskListSearch } from './discussions/lib/knowledge/search.ts';
import { notesSearch } from './notes/lib/search.ts';
import { pages } from './pages.ts';
import { resultsSearch } from './results/lib/search.ts';
import { lastChip } from './statistics/lib/overview/last-chip.ts';
import { AppShell } from './ui/components/shell/app-shell.tsx';
import { AppFailure, PageFailure } from './ui/components/shell/page-failure.tsx';
import { token } from './ui/lib/api/session.ts';
import { loginSearch } from './ui/lib/url/login-search.ts';
import { parseSearch, stringifySearch } from './ui/lib/url/search-params.ts';
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
  pageSearch,
  runSearch,
  runsSearch,
  schedulesSearch,
  targetSearch,
  taskSearch,
  valuesSearch,
  wallSearch,
  webhookSearch,
} from './ui/lib/url/search-types.ts';
import { analysisSearch } from './values/lib/analysis/search.ts';

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
  component: lazyRouteComponent(pages['/execution'], 'RunsPage'),
});

const run = createRoute({
  getParentRoute: () => app,
  path: '/execution/$executionId',
  validateSearch: runSearch,
  component: lazyRouteComponent(pages['/execution/$executionId'], 'RunPage'),
});

const compare = createRoute({
  getParentRoute: () => app,
  path: '/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(pages['/compare'], 'ComparePage'),
});

const differences = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/differences',
  validateSearch: differencesSearch,
  component: lazyRouteComponent(pages['/chips/$chipId/differences'], 'DifferencesPage'),
});

const task = createRoute({
  getParentRoute: () => app,
  path: '/tasks/$taskId',
  validateSearch: taskSearch,
  component: lazyRouteComponent(pages['/tasks/$taskId'], 'TaskPage'),
});

const results = createRoute({
  getParentRoute: () => app,
  path: '/tasks',
  validateSearch: resultsSearch,
  component: lazyRouteComponent(pages['/tasks'], 'ResultsPage'),
});

const archived = createRoute({
  getParentRoute: () => app,
  path: '/tasks/archived',
  validateSearch: pageSearch,
  component: lazyRouteComponent(pages['/tasks/archived'], 'ArchivedPage'),
});

const taskList = createRoute({
  getParentRoute: () => app,
  path: '/task-knowledge',
  validateSearch: taskListSearch,
  component: lazyRouteComponent(pages['/task-knowledge'], 'TaskListPage'),
});

const taskKnowledge = createRoute({
  getParentRoute: () => app,
  path: '/task-knowledge/$taskName',
  component: lazyRouteComponent(pages['/task-knowledge/$taskName'], 'TaskKnowledgePage'),
});

const reviews = createRoute({
  getParentRoute: () => app,
  path: '/reviews',
  validateSearch: reviewsSearch,
  component: lazyRouteComponent(pages['/reviews'], 'ReviewsPage'),
});

const flows = createRoute({
  getParentRoute: () => app,
  path: '/flows',
  validateSearch: flowsSearch,
  component: lazyRouteComponent(pages['/flows'], 'FlowsPage'),
});

const flow = createRoute({
  getParentRoute: () => app,
  path: '/flows/$flowName',
  validateSearch: flowSearch,
  component: lazyRouteComponent(pages['/flows/$flowName'], 'FlowPage'),
});

const schedules = createRoute({
  getParentRoute: () => app,
  path: '/schedules',
  validateSearch: schedulesSearch,
  component: lazyRouteComponent(pages['/schedules'], 'SchedulesPage'),
});

const schedule = createRoute({
  getParentRoute: () => app,
  path: '/schedules/$scheduleId',
  validateSearch: pageSearch,
  component: lazyRouteComponent(pages['/schedules/$scheduleId'], 'SchedulePage'),
});

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(pages['/dashboard'], 'DashboardPage'),
});

const chips = createRoute({
  getParentRoute: () => app,
  path: '/chips',
  validateSearch: chipsSearch,
  component: lazyRouteComponent(pages['/chips'], 'ChipsPage'),
});

const newTopology = createRoute({
  getParentRoute: () => app,
  path: '/topologies/new',
  validateSearch: newTopologySearch,
  component: lazyRouteComponent(pages['/topologies/new'], 'NewTopologyPage'),
});

const chip = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId',
  validateSearch: chipPageSearch,
  component: lazyRouteComponent(pages['/chips/$chipId'], 'ChipPage'),
});

const muxes = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/muxes',
  validateSearch: muxesSearch,
  component: lazyRouteComponent(pages['/chips/$chipId/muxes'], 'MuxesPage'),
});

const chipDays = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/days',
  validateSearch: chipDaysSearch,
  component: lazyRouteComponent(pages['/chips/$chipId/days'], 'ChipDaysPage'),
});

const analysis = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/analysis',
  validateSearch: analysisSearch,
  component: lazyRouteComponent(pages['/chips/$chipId/analysis'], 'AnalysisPage'),
});

const values = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/values',
  validateSearch: valuesSearch,
  component: lazyRouteComponent(pages['/chips/$chipId/values'], 'ValuesPage'),
});

const wall = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/wall',
  validateSearch: wallSearch,
  component: lazyRouteComponent(pages['/chips/$chipId/wall'], 'WallPage'),
});

const qubit = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/qubits/$target',
  validateSearch: targetSearch,
  component: lazyRouteComponent(pages['/chips/$chipId/qubits/$target'], 'QubitPage'),
});

const coupling = createRoute({
  getParentRoute: () => app,
  path: '/chips/$chipId/couplings/$target',
  validateSearch: targetSearch,
  component: lazyRouteComponent(pages['/chips/$chipId/couplings/$target'], 'CouplingPage'),
});

const cryo = createRoute({
  getParentRoute: () => app,
  path: '/cryo',
  validateSearch: cryoSearch,
  component: lazyRouteComponent(pages['/cryo'], 'CryoPage'),
});

const notes = createRoute({
  getParentRoute: () => app,
  path: '/notes',
  validateSearch: notesSearch,
  component: lazyRouteComponent(pages['/notes'], 'NotesPage'),
});

const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(pages['/inbox'], 'InboxPage'),
});

const discussions = createRoute({
  getParentRoute: () => app,
  path: '/discussions',
  validateSearch: discussionsSearch,
  component: lazyRouteComponent(pages['/discussions'], 'DiscussionsPage'),
});

const newThread = createRoute({
  getParentRoute: () => app,
  path: '/discussions/new',
  validateSearch: aboutSearch,
  component: lazyRouteComponent(pages['/discussions/new'], 'NewThreadPage'),
});

const thread = createRoute({
  getParentRoute: () => app,
  path: '/discussions/$postId',
  component: lazyRouteComponent(pages['/discussions/$postId'], 'ThreadPage'),
});

const cases = createRoute({
  getParentRoute: () => app,
  path: '/cases',
  validateSearch: casesSearch,
  component: lazyRouteComponent(pages['/cases'], 'CasesPage'),
});

const oneCase = createRoute({
  getParentRoute: () => app,
  path: '/cases/$caseId',
  component: lazyRouteComponent(pages['/cases/$caseId'], 'CasePage'),
});

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: lazyRouteComponent(pages['/settings'], 'SettingsPage'),
});

const projects = createRoute({
  getParentRoute: () => app,
  path: '/projects',
  component: lazyRouteComponent(pages['/projects'], 'ProjectsPage'),
});

const project = createRoute({
  getParentRoute: () => app,
  path: '/projects/$projectId',
  component: lazyRouteComponent(pages['/projects/$projectId'], 'ProjectPage'),
});

const webhook = createRoute({
  getParentRoute: () => app,
  path: '/projects/$projectId/webhooks/$webhookId',
  validateSearch: webhookSearch,
  component: lazyRouteComponent(pages['/projects/$projectId/webhooks/$webhookId'], 'WebhookPage'),
});

const imports = createRoute({
  getParentRoute: () => app,
  path: '/projects/$projectId/imports',
  validateSearch: importsSearch,
  component: lazyRouteComponent(pages['/projects/$projectId/imports'], 'ImportsPage'),
});

const admin = createRoute({
  getParentRoute: () => app,
  path: '/admin',
  component: lazyRouteComponent(pages['/admin'], 'AdminPage'),
});

/** Every other address: in the frame, and behind the login as all pages are. */
const nowhere = createRoute({
  getParentRoute: () => app,
  path: '$',
  component: lazyRouteComponent(() => import('./ui/components/shell/not-found.tsx'), 'NotFound'),
});

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
    archived,
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
