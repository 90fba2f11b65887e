import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { subjects } from '#scripts/checks/lib/layers.ts';
import { routes } from '#shared/api/routes.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

/** Operations whose verb belongs to another subject than their shapes, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  createUploads: 'files of a result that a worker sends under its claim',
  decideHeldValues: 'decides about values, named by their results',
  listHeldMeasurements: 'lists values, named by their results',
  setTaskResultExcluded: 'excludes the values of a result',
  setTaskResultsExcluded: 'excludes the values of results',
  listChipMuxes: 'reads the newest results of a chip',
  getChipMux: 'reads the newest results of a chip',
  deleteFlow: 'ends the schedules of the flow as well',
  getCurrentUser: 'answers from the token; what else is asked for belongs to projects and notifications',
};

/** `qdash` for what only clients of QDash call, which stays together across subjects. */
const subjectOf = (path: string): string => /^(?:shared|functions|compat)\/([^/]+)\//.exec(path)?.[1] ?? path;

const handlerFiles = `{functions/{${subjects.join(',')}},compat/qdash/handlers}/*.ts`;
const operationFiles = '{shared/*,compat/qdash}/contract/operations/*.ts';

/** The subject of each operation by what files of this pattern export. */
async function subjectsIn(pattern: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of globSync(pattern, { cwd: projectRoot })) {
    const exported = Object.values((await import(join(projectRoot, file))) as object);
    for (const one of exported.filter((value) => typeof value === 'object'))
      for (const operationId of Object.keys(one)) if (operationId in routes) found.set(operationId, subjectOf(file));
  }
  return found;
}

/** Each declaration of a file by its name, with its text; `export const { a, b } = ...` has several names. */
function declarations(text: string): Map<string, string> {
  const start = /^(?:export )?(?:const|(?:async )?function) (?=\{|\w)/m;
  return new Map(
    text
      .split(start)
      .slice(1)
      .flatMap((one) => {
        const names = /^\{([^}]*)\}|^\w+/.exec(one);
        return (names?.[1] ?? names?.[0] ?? '')
          .split(',')
          .map((name) => [name.trim().split(' ').at(-1) ?? '', one] as const);
      }),
  );
}

/** The subjects of the verbs that the handler of each operation uses, itself or by the functions of its file. */
function subjectsOfVerbs(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync(handlerFiles, { cwd: projectRoot })) {
    const text = readFileSync(join(projectRoot, file), 'utf8');
    const imports = [...text.matchAll(/import (?:\* as (\w+)|\{([^}]*)\}) from '#(shared\/[^/]+)\/verbs\//g)];
    const verbs = imports.flatMap(([, all, some = '', folder = '']) =>
      (all === undefined ? some.split(',') : [all]).flatMap((name) => {
        const own = name.trim().split(' as ').at(-1);
        return own ? [[own, subjectOf(`${folder}/`)] as const] : [];
      }),
    );
    const texts = declarations(text);
    const names = (one: string, among: Iterable<string>) =>
      [...among].filter((name) => new RegExp(`\\b${name}\\b`).test(one));
    for (const [operation, own] of texts) {
      const all = [own, ...names(own, texts.keys()).map((helper) => texts.get(helper) ?? '')].join('\n');
      const used = verbs.filter(([name]) => names(all, [name]).length > 0);
      found.set(operation, new Set(used.map(([, subject]) => subject)));
    }
  }
  return found;
}

it('the handler of an operation is in the folder of its subject', async () => {
  const ofHandlers = new Map<string, string>();
  for (const file of globSync(handlerFiles, { cwd: projectRoot }))
    for (const name of Object.keys((await import(join(projectRoot, file))) as object))
      if (name in routes) ofHandlers.set(name, subjectOf(file));
  const ofShapes = await subjectsIn(operationFiles);
  expect(Object.fromEntries(ofHandlers)).toEqual(
    Object.fromEntries(Object.keys(routes).map((id) => [id, ofShapes.get(id)])),
  );
});

it('route, shapes and verb of an operation are in the folder of one subject, or its adapter in compat/qdash, with at most ten exceptions', async () => {
  const [ofRoute, ofShapes] = [
    await subjectsIn('{shared/*/contract/routes/*,compat/qdash/contract/routes}.ts'),
    await subjectsIn(operationFiles),
  ];
  const ofVerbs = subjectsOfVerbs();
  const operationIds = Object.keys(routes);
  expect(Object.fromEntries(ofRoute)).toEqual(Object.fromEntries(operationIds.map((id) => [id, ofShapes.get(id)])));
  const others = operationIds.filter((id) => {
    const verbs = ofVerbs.get(id) ?? new Set();
    if (ofShapes.get(id) === 'qdash') return false;
    return verbs.size > 0 && !verbs.has(ofShapes.get(id) ?? '');
  });
  expect(others.toSorted()).toEqual(Object.keys(exceptions).toSorted());
  expect(others.length).toBeLessThanOrEqual(10);
  // A handler without a verb answers from the contract alone.
  const ofSubjects = operationIds.filter((id) => ofShapes.get(id) !== 'qdash');
  expect(ofSubjects.filter((id) => (ofVerbs.get(id)?.size ?? 0) > 0).length).toBeGreaterThan(ofSubjects.length * 0.85);
});
