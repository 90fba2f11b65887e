import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OperationId, routeList, routes } from '#shared/api/routes.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const filesOf = (...patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: projectRoot }).filter((file) => !file.includes('node_modules'));

const textOf = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

/** The folders of TypeScript that call the service. `cli/comparison` reads QDash, and a service by QDash's paths. */
const typescriptFiles = filesOf('{web,cli,worker,simulator,examples,scripts,local}/**/*.{ts,tsx}').filter(
  (file) => !file.startsWith('cli/comparison/'),
);

/** The Python package, its examples and bench; the types of all answers are generated and call nothing. */
const pythonFiles = filesOf(
  'python/{src,examples,bench,notebooks,adapters}/**/*.{py,ipynb}',
  'examples/**/*.py',
).filter((file) => !file.endsWith('/answers.py'));

/** The operations that a TypeScript file calls by the typed client, or names for the command line. */
function calledInTypeScript(text: string): OperationId[] {
  const code = text.replaceAll(/typeof \w+\.\w+|ResponseBody<'\w+'>|^import .*$/gm, '');
  const names = [...code.matchAll(/\.\s*(\w+)\b|'(\w+)'/g)].map(([, member, literal]) => member ?? literal ?? '');
  return names.filter((name): name is OperationId => name in routes);
}

/** A path with `*` for each parameter and `*s` for `{kind}s`. */
const shapeOf = (path: string): string =>
  (path.split('?')[0] ?? '').replaceAll(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '*');

const isShape = (written: string, path: string): boolean => {
  const [ours, theirs] = [written.split('/'), shapeOf(path).split('/')];
  return (
    ours.length === theirs.length &&
    ours.every((part, at) => part === theirs[at] || (part === '*s' && /^(qubits|couplings)$/.test(theirs[at] ?? '')))
  );
};

const methodOfCall = { get: 'GET', pages: 'GET', download: 'GET', post: 'POST', put: 'PUT' } as const;

/** The operations whose paths a Python file writes, in one text or behind a base such as `f"{path}/uploads"`. */
function calledInPython(text: string): OperationId[] {
  const texts = [...text.matchAll(/"([^"\\\n]*)"/g)].map((match) => ({
    shape: shapeOf(match[1] ?? ''),
    near: text.slice(Math.max(0, match.index - 90), match.index + match[0].length + 60),
  }));
  const bases = texts.map(({ shape }) => shape).filter((shape) => /^\/\w/.test(shape));
  return texts.flatMap(({ shape, near }) => {
    const joined = /^\*?\//.test(shape) ? bases.map((base) => base + shape.replace(/^\*/, '')) : [];
    const found = routeList.filter(({ path }) => [shape, ...joined].some((written) => isShape(written, path)));
    const methods = [...near.matchAll(/"(GET|POST|PUT|PATCH|DELETE)"|\.(get|pages|download|post|put)\(/g)].map(
      ([, method, call]) => method ?? methodOfCall[call as keyof typeof methodOfCall],
    );
    return found
      .filter(({ path, method }) => found.filter((one) => one.path === path).length === 1 || methods.includes(method))
      .map(({ operationId }) => operationId);
  });
}

/** Each operation that something of this project calls, with the files that do. */
export function callers(): Map<OperationId, string[]> {
  const found = new Map<OperationId, string[]>();
  const add = (file: string, ids: readonly OperationId[]) => {
    for (const id of new Set(ids)) found.set(id, [...(found.get(id) ?? []), file]);
  };
  for (const file of typescriptFiles) add(file, calledInTypeScript(textOf(file)));
  for (const file of pythonFiles) add(file, calledInPython(textOf(file)));
  return found;
}
