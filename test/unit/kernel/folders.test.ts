import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The folders of verbs (`runs`, `runs/queue`) that the files of each import from. */
function folderGraph(): Graph {
  const graph = new Map<string, Set<string>>();
  for (const name of readdirSync('shared', { recursive: true, encoding: 'utf8' })) {
    const path = join('shared', name);
    const from = folderOf(path);
    if (from === undefined) continue;
    const imports = [...readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)];
    const folders = imports.map(([, target = '']) => folderOf(normalize(join(dirname(path), target))));
    const known = graph.get(from) ?? new Set();
    for (const to of folders) if (to !== undefined && to !== from) known.add(to);
    graph.set(from, known);
  }
  return graph;
}

function folderOf(path: string): string | undefined {
  const [, subject, folder] = /^shared\/([^/]+)\/verbs\/(?:([^/]+)\/)?[^/]+\.ts$/.exec(path) ?? [];
  return folder === undefined ? subject : `${subject}/${folder}`;
}

function reachableFrom(graph: Graph, folder: string): Set<string> {
  const found = new Set<string>();
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const to of graph.get(next) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  return found;
}

const subjectOf = (folder: string): string => folder.replace(/\/.*/, '');

/** The pairs of folders of two subjects that lead to each other. */
function cyclesOf(graph: Graph): string[] {
  const reached = new Map([...graph.keys()].map((folder) => [folder, reachableFrom(graph, folder)]));
  return [...reached].flatMap(([one, from]) =>
    [...from]
      .filter((other) => one < other && subjectOf(one) !== subjectOf(other) && reached.get(other)?.has(one))
      .map((other) => `${one} and ${other}`),
  );
}

test('the search for cycles finds one over two subjects, and allows one within a subject', () => {
  const graph = new Map([
    ['runs/end', new Set(['runs/lock', 'results'])],
    ['runs/lock', new Set(['runs/end'])],
    ['results', new Set(['chips', 'runs/lock'])],
    ['chips', new Set<string>()],
  ]);
  expect(cyclesOf(graph).toSorted()).toEqual(['results and runs/end', 'results and runs/lock']);
});

test('no folder of verbs leads back to itself by way of another subject', () => {
  const graph = folderGraph();
  expect(graph.get('runs/queue')).toContain('schedules/firings');
  expect(cyclesOf(graph)).toEqual([]);
});
