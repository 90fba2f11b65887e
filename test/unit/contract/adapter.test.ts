import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { handlerFiles } from '#functions/groups.ts';
import { importsOf } from '#scripts/checks/lib/imports.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const adapter = 'compat/qdash/';
const isAdapter = (file: string): boolean => file.startsWith(adapter);

/** What each file imports, tests apart. */
const graph = new Map<string, readonly string[]>();
const texts = new Map<string, string>();

beforeAll(() => {
  const pattern =
    '{shared,functions,compat,infra,local,cli,simulator,worker,web,scripts,examples}/**/*.{ts,tsx,mts,mjs}';
  for (const file of globSync(pattern, { cwd: projectRoot })) {
    const text = readFileSync(join(projectRoot, file), 'utf8');
    texts.set(file, text);
    graph.set(
      file,
      importsOf(file, text).map(({ to }) => to),
    );
  }
});

/** Everything that these files reach, without a way through the adapter. */
function reachedFrom(files: readonly string[], isLeftOut: (file: string) => boolean): Set<string> {
  const seen = new Set<string>();
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || isLeftOut(file)) continue;
    seen.add(file);
    open.push(...(graph.get(file) ?? []));
  }
  return seen;
}

it('only the registry, the routes and the table of groups know the adapter of QDash', () => {
  const importers = [...graph].filter(([file, imports]) => !isAdapter(file) && imports.some(isAdapter));
  expect(importers.map(([file]) => file).toSorted()).toEqual(['shared/api/registry.ts', 'shared/api/routes.ts']);
  // The table imports by name, which the graph does not have.
  const named = Object.values(handlerFiles).flat();
  expect(named.some((file) => file.startsWith(`#${adapter}`))).toBe(true);
});

it('no file of shared is reached by the adapter of QDash alone', () => {
  const isShared = (file: string) => file.startsWith('shared/');
  const others = [...graph.keys()].filter((file) => !isShared(file) && !isAdapter(file));
  const ofOthers = reachedFrom(others, isAdapter);
  const ofAdapter = reachedFrom([...graph.keys()].filter(isAdapter), () => false);
  expect([...ofAdapter].filter((file) => isShared(file) && !ofOthers.has(file))).toEqual([]);
  expect([...ofAdapter].filter(isShared).length).toBeGreaterThan(100);
});

/** Exports of a subject that serve the adapter alone, each with the reason to be there. */
const exceptions: Readonly<Record<string, string>> = {
  'shared/devices/rules/import/seeds.ts seedsOfMap':
    'reads as the files of qubex are read, in the thread for documents',
  'shared/results/verbs/tasks/task-knowledge.ts readTaskMarkdown':
    'reads the document as the other verbs of the file do',
};

it('no function or constant of a subject serves the adapter of QDash alone, with the exceptions named here', () => {
  const importersOf = Map.groupBy(
    [...graph].flatMap(([file, imports]) => imports.map((to) => [to, file] as const)),
    ([to]) => to,
  );
  const alone = [...texts].flatMap(([file, text]) => {
    if (!/^(shared|functions)\//.test(file)) return [];
    const names = [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(
      ([, name = '']) => name,
    );
    return names.flatMap((name) => {
      const word = new RegExp(`\\b${name}\\b`, 'g');
      const isOwn = (text.match(word)?.length ?? 0) > 1;
      const users = (importersOf.get(file) ?? [])
        .map(([, user]) => user)
        .filter((user) => texts.get(user)?.match(word));
      return !isOwn && users.length > 0 && users.every(isAdapter) ? [`${file} ${name}`] : [];
    });
  });
  expect(alone.toSorted()).toEqual(Object.keys(exceptions).toSorted());
});
