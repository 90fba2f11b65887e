/** The known facts about a module while it is assigned to a chunk. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** Packages that only some pages need. Modules that depend on them stay in a chunk with them. */
const heavy = /[\\/]node_modules[\\/](?:@base-ui|d3-)/;
const ofRuns = /[\\/]web[\\/]lib[\\/](?:(?:flows|schedules)[\\/]queries|runs[\\/](?:elapsed|progress))\.ts/;
const taskParameters =
  /[\\/](?:web[\\/]lib[\\/](?:flows[\\/]parameters|runs[\\/](?:parameter-words|sweep-words|qubit-list|standard-parameters|run-parameter-rows))\.ts|shared[\\/]domain[\\/]runs[\\/](?:tasks[\\/]|task-catalogue))/;
const small =
  /[\\/]web[\\/](?:lib[\\/](?:hooks[\\/]use-(?:phone|width)|url[\\/]unknown)|components[\\/](?:segmented|unknown-notice))\./;
const isOwn = (id: string): boolean => /[\\/](?:web|shared)[\\/]/.test(id) && !id.includes('node_modules');

/**
 * Groups of chunks. A browser fetches few files faster than many, and small ones compress worse than one of all: what
 * every page needs is together, and so is what many do. No group has a module without its imports, so that no two lean on each other.
 */
export function chunkGroups(root: string) {
  const ofLogin = new Set<string>();
  const isOfLogin = (id: string, graph: ModuleGraph): boolean => {
    const walk = (module: string): void => {
      if (ofLogin.has(module)) return;
      ofLogin.add(module);
      for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) walk(imported);
    };
    if (ofLogin.size === 0) for (const entry of ['main.tsx', 'login.tsx']) walk(`${root}/${entry}`);
    return ofLogin.has(id);
  };

  const light = new Map<string, boolean>();
  const isLight = (id: string, graph: ModuleGraph): boolean => {
    const known = light.get(id);
    if (known !== undefined) return known;
    // Of modules that import each other the others decide.
    light.set(id, true);
    const imported = graph.getModuleInfo(id)?.importedIds ?? [];
    const result = !heavy.test(id) && imported.every((one) => isLight(one, graph));
    light.set(id, result);
    return result;
  };

  const shared = (users: number, priority: number) => ({
    name: (id: string, graph: ModuleGraph) => (isLight(id, graph) ? `shared-${users}` : null),
    test: isOwn,
    includeDependenciesRecursively: false,
    minShareCount: users,
    priority,
  });
  return [
    { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 5 },
    { name: 'router', test: /node_modules[\\/](?:@tanstack|use-sync-external-store)[\\/]/, priority: 4 },
    {
      // Of the shared modules, the login page loads only this chunk.
      name: (id: string, graph: ModuleGraph) => (isOfLogin(id, graph) ? 'start' : null),
      test: isOwn,
      includeDependenciesRecursively: false,
      minShareCount: 2,
      priority: 3,
    },
    shared(20, 2),
    shared(13, 1),
    // What the list of runs, flows and schedules read alike.
    { name: 'of-runs', test: ofRuns, includeDependenciesRecursively: false, priority: 0 },
    // A few lines each, which many pages with filters or drawings need.
    { name: 'small', test: small, includeDependenciesRecursively: false, priority: 0 },
    // What knows the parameters of tasks, in one file behind what opens a form of them.
    { name: 'task-parameters', test: taskParameters, includeDependenciesRecursively: false, priority: 0 },
  ];
}
