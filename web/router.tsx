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

type Pages = typeof pages;
type Exported<Path extends keyof Pages> = Awaited<ReturnType<Pages[Path]>>;

const componentOf = <Path extends keyof Pages>(path: Path, name: keyof Exported<Path> & string) =>
  lazyRouteComponent<Exported<Path>, keyof Exported<Path> & string>(pages[path] as () => Promise<Exported<Path>>, name);

/** A page of the application, a chunk of its own: its address, and the component of its file. */
const page = <const Path extends keyof Pages>(path: Path, name: keyof Exported<Path> & string) =>
  createRoute({ getParentRoute: () => app, path, component: componentOf(path, name) });

/** A page whose query says something: how it is read. */
const pageWithSearch = <const Path extends keyof Pages, Search extends (raw: Record<string, unknown>) => object>(
  path: Path,
  name: keyof Exported<Path> & string,
  validateSearch: Search,
) => createRoute({ getParentRoute: () => app, path, validateSearch, component: componentOf(path, name) });

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
    pageWithSearch('/execution', 'RunsPage', runsSearch),
    pageWithSearch('/execution/$executionId', 'RunPage', runSearch),
    pageWithSearch('/compare', 'ComparePage', compareSearch),
    pageWithSearch('/chips/$chipId/differences', 'DifferencesPage', differencesSearch),
    pageWithSearch('/tasks/$taskId', 'TaskPage', taskSearch),
    pageWithSearch('/tasks', 'ResultsPage', resultsSearch),
    pageWithSearch('/tasks/archived', 'ArchivedPage', pageSearch),
    pageWithSearch('/task-knowledge', 'TaskListPage', taskListSearch),
    page('/task-knowledge/$taskName', 'TaskKnowledgePage'),
    pageWithSearch('/reviews', 'ReviewsPage', reviewsSearch),
    pageWithSearch('/cases', 'CasesPage', casesSearch),
    page('/cases/$caseId', 'CasePage'),
    pageWithSearch('/flows', 'FlowsPage', flowsSearch),
    pageWithSearch('/flows/$flowName', 'FlowPage', flowSearch),
    pageWithSearch('/schedules', 'SchedulesPage', schedulesSearch),
    pageWithSearch('/schedules/$scheduleId', 'SchedulePage', pageSearch),
    pageWithSearch('/dashboard', 'DashboardPage', dashboardSearch),
    pageWithSearch('/chips', 'ChipsPage', chipsSearch),
    pageWithSearch('/topologies/new', 'NewTopologyPage', newTopologySearch),
    pageWithSearch('/chips/$chipId', 'ChipPage', chipPageSearch),
    pageWithSearch('/chips/$chipId/muxes', 'MuxesPage', muxesSearch),
    pageWithSearch('/chips/$chipId/days', 'ChipDaysPage', chipDaysSearch),
    pageWithSearch('/chips/$chipId/values', 'ValuesPage', valuesSearch),
    pageWithSearch('/chips/$chipId/wall', 'WallPage', wallSearch),
    pageWithSearch('/chips/$chipId/analysis', 'AnalysisPage', analysisSearch),
    pageWithSearch('/chips/$chipId/qubits/$target', 'QubitPage', targetSearch),
    pageWithSearch('/chips/$chipId/couplings/$target', 'CouplingPage', targetSearch),
    pageWithSearch('/cryo', 'CryoPage', cryoSearch),
    pageWithSearch('/notes', 'NotesPage', notesSearch),
    pageWithSearch('/inbox', 'InboxPage', inboxSearch),
    pageWithSearch('/discussions', 'DiscussionsPage', discussionsSearch),
    pageWithSearch('/discussions/new', 'NewThreadPage', aboutSearch),
    page('/discussions/$postId', 'ThreadPage'),
    page('/settings', 'SettingsPage'),
    page('/projects', 'ProjectsPage'),
    page('/projects/$projectId', 'ProjectPage'),
    pageWithSearch('/projects/$projectId/webhooks/$webhookId', 'WebhookPage', webhookSearch),
    pageWithSearch('/projects/$projectId/imports', 'ImportsPage', importsSearch),
    page('/admin', 'AdminPage'),
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
