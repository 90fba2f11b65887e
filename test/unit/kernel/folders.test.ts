import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = 'shared/services';

/** The folders of services that the files of each import from. */
function folderGraph(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name);
    const from = folderOf(path);
    if (!path.endsWith('.ts') || !from) continue;
    const imports = [...readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)];
    const folders = imports.map(([, target = '']) => folderOf(normalize(join(dirname(path), target))));
    const known = graph.get(from) ?? new Set();
    for (const to of folders) if (to && to !== from) known.add(to);
    graph.set(from, known);
  }
  return graph;
}

const folderOf = (path: string): string | undefined => /^shared\/services\/([^/]+)\//.exec(path)?.[1];

/** A cycle in the graph; undefined if there is none. */
function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const walk = (folder: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    for (const next of graph.get(folder) ?? []) {
      const cycle = walk(next, [...way, folder]);
      if (cycle) return cycle;
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of graph.keys()) {
    const cycle = walk(folder, []);
    if (cycle) return cycle;
  }
  return undefined;
}

test('the search for cycles of folders finds one', () => {
  const graph = new Map([
    ['runs', new Set(['task-results'])],
    ['task-results', new Set(['chips', 'runs'])],
    ['chips', new Set<string>()],
  ]);
  expect(cycleIn(graph)).toEqual(['runs', 'task-results', 'runs']);
});

test('no folder of services leads back to itself', () => {
  const graph = folderGraph();
  expect(graph.get('run-queue')).toContain('runs');
  expect(cycleIn(graph)).toBeUndefined();
});
