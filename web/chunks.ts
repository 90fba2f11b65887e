/** The known facts about a module while it is assigned to a chunk. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** Packages that only some pages need. Modules that depend on them stay in a chunk with them. */
const heavy = /[\\/]node_modules[\\/](?:@base-ui|d3-)/;
/** What the libraries of every page have for few pages. */
const rare = /[\\/]@tanstack[\\/].*[\\/](?:queriesObserver|useQueries|useBlocker)\./;
const charts = /[\\/]web[\\/]ui[\\/](?:components|lib)[\\/]charts[\\/]/;
const taskParameters =
  /[\\/](?:web[\\/](?:flows[\\/]lib[\\/]parameters|runs[\\/]lib[\\/](?:parameter-words|sweep-words|qubit-list|standard-parameters|run-parameter-rows))\.ts|shared[\\/]runs[\\/]rules[\\/](?:tasks[\\/]|task-catalogue))/;
const small =
  /[\\/]web[\\/]ui[\\/](?:lib[\\/](?:hooks[\\/]use-(?:media|width)|url[\\/]unknown)|components[\\/](?:segmented|unknown-notice))\./;
/** The lists of runs, flows and schedules, and the pages of results: either have most of their parts in common. */
const runs = ['runs/runs', 'runs/run', 'flows/flows', 'flows/flow', 'schedules/schedules'];
const results = [
  'runs/run',
  'results/task/task',
  'chips/target/target',
  'values/wall/wall',
  'statistics/differences/differences',
  'values/analysis/analysis',
  'discussions/thread',
];
const isOwn = (id: string): boolean => /[\\/](?:web|shared)[\\/]/.test(id) && !id.includes('node_modules');

/** Whether a module belongs to the pages of one subject. */
const isOfPage = (id: string): boolean => /[\\/]web[\\/][a-z]+[\\/]pages[\\/]/.test(id);

/** What Vite adds to load chunks. */
const isHelper = (id: string): boolean => id.includes('vite/preload-helper');

/** What the overview of a chip draws on every day, the parts that it loads on demand included. */
const overview = [
  'chip-page',
  ...['metric-table', 'median-curve', 'runs-block', 'present-answer'].map((part) => `overview/${part}`),
];

/**
 * Groups of chunks. A browser fetches few files faster than many, and small ones compress worse than one of all: what
 * every page needs is together, and so is what the overview of a chip needs, since most visits begin there. No group has
 * a module without its imports, so that no two lean on each other.
 * @param pageFiles the modules of pages below `root`: `runs/pages/run-page.tsx`
 */
export function chunkGroups(root: string, pageFiles: readonly string[]) {
  /** Whether a module is one of those that the entries import, directly or through others. */
  const importedBy = (...entries: string[]) => {
    const found = new Set<string>();
    return (id: string, graph: ModuleGraph): boolean => {
      const walk = (module: string): void => {
        if (found.has(module)) return;
        found.add(module);
        for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) walk(imported);
      };
      if (found.size === 0) for (const entry of entries) walk(`${root}/${entry}`);
      return found.has(id);
    };
  };
  const isOfEntry = importedBy('main.tsx');
  const isOfLogin = importedBy('main.tsx', 'login.tsx');
  const ofApp = importedBy('app.tsx');
  const ofOverview = importedBy(...overview.map((file) => `chips/pages/chip/${file}.tsx`));
  const isOfApp = (id: string, graph: ModuleGraph) => ofApp(id, graph) && !isOfEntry(id, graph) && !rare.test(id);
  const isOfOverview = (id: string, graph: ModuleGraph) =>
    ofOverview(id, graph) && !isOfEntry(id, graph) && !rare.test(id);

  const light = new Map<string, boolean>();
  const isLight = (id: string, graph: ModuleGraph): boolean => {
    const known = light.get(id);
    if (known !== undefined) return known;
    // Of modules that import each other the others decide.
    light.set(id, true);
    const imported = graph.getModuleInfo(id)?.importedIds ?? [];
    const result = !heavy.test(id) && !taskParameters.test(id) && imported.every((one) => isLight(one, graph));
    light.set(id, result);
    return result;
  };

  const pages = pageFiles.map((file) => ({
    name: file.replace('/pages/', '/').slice(0, -'-page.tsx'.length),
    isImporting: importedBy(file),
  }));
  const own = { test: isOwn, includeDependenciesRecursively: false };
  /** What two or more of these pages have in common, and at most two others need. */
  const commonOf = (name: string, priority: number, ...entries: string[]) => {
    const isCommon = (id: string, graph: ModuleGraph) => {
      const users = pages.filter(({ isImporting }) => isImporting(id, graph)).map(({ name }) => name);
      const among = users.filter((user) => entries.includes(user)).length;
      return isLight(id, graph) && among > 1 && users.length - among <= 2;
    };
    return {
      ...{ name: (id: string, graph: ModuleGraph) => (isCommon(id, graph) ? name : null), ...own },
      ...{ minShareCount: 2, priority },
    };
  };
  /** What at least `minShareCount` pages and other parts loaded on demand have in common. */
  const lightOf = (name: string, minShareCount: number, priority: number) => ({
    ...{ name: (id: string, graph: ModuleGraph) => (isLight(id, graph) ? name : null), ...own },
    ...{ minShareCount, priority },
  });
  // Of two priorities the higher is first; a negative one would be the highest.
  return [
    { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 9 },
    {
      // Of the shared modules, the login page loads only this chunk.
      name: (id: string, graph: ModuleGraph) => (isHelper(id) || isOfLogin(id, graph) ? 'start' : null),
      ...own,
      test: (id: string) => isHelper(id) || isOwn(id),
      minShareCount: 2,
      priority: 8,
    },
    {
      name: (id: string, graph: ModuleGraph) => (isOfApp(id, graph) ? 'app' : null),
      includeDependenciesRecursively: false,
      priority: 7,
    },
    {
      // What the overview has in common with other pages.
      name: (id: string, graph: ModuleGraph) => (isOfOverview(id, graph) && !isOfPage(id) ? 'common' : null),
      ...own,
      minShareCount: 2,
      priority: 6,
    },
    {
      name: (id: string, graph: ModuleGraph) => (isOfOverview(id, graph) ? 'overview' : null),
      includeDependenciesRecursively: false,
      priority: 5,
    },
    lightOf('shared', 13, 4),
    // A few lines each, which many pages with filters or drawings need.
    { name: 'small', ...own, test: small, priority: 3 },
    // What knows the parameters of tasks, in one file behind what opens a form of them.
    { name: 'task-parameters', ...own, test: taskParameters, priority: 3 },
    {
      name: (id: string, graph: ModuleGraph) => (isLight(id, graph) ? null : 'charts'),
      ...own,
      test: charts,
      minShareCount: 2,
      priority: 3,
    },
    lightOf('often', 8, 3),
    commonOf('runs', 2, ...runs),
    commonOf('results', 1, ...results),
  ];
}
