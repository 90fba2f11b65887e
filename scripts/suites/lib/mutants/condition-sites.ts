import { type Plugin, parseAst } from 'vite';

/** A place in a source that passes a condition to the table. */
export interface ConditionSite {
  /** Path, operation and index of the condition: it survives moved lines. */
  id: string;
  line: number;
  start: number;
  end: number;
  /** `{ condition }`: the name is the value too. */
  isShorthand: boolean;
}

/** Methods that take a condition, and its argument. */
const methods: Readonly<Record<string, number>> = { put: 1, delete: 1, check: 1, update: 2 };

/** How marked sources reach the hook. */
export const hook = 'fiducialCondition';

interface Node {
  start: number;
  end: number;
}

/**
 * Finds the conditions that a source passes to a transaction (`put`, `update`, `delete`, `check`) or to `writeItem`.
 */
export function conditionSites(path: string, code: string): ConditionSite[] {
  const found: (Omit<ConditionSite, 'id'> & { name: string })[] = [];
  const add = (verb: string, { start, end }: Node, isShorthand = false) => {
    const line = code.slice(0, start).split('\n').length;
    found.push({ name: `${path} ${verb}`, line, start, end, isShorthand });
  };
  walk(parseAst(code, { lang: 'ts' }), '', (node, verb) => {
    const condition = conditionArgument(node);
    if (condition) add(verb, condition);
    if (isCallOf(node, 'writeItem'))
      for (const { value, shorthand } of conditionProperties(node.arguments[1])) add(verb, value, shorthand);
  });
  const counts = new Map<string, number>();
  return found
    .sort((one, other) => one.start - other.start)
    .map(({ name, ...site }) => {
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      return { id: `${name} ${nth}`, ...site };
    });
}

/** Wraps each condition of a source in a call of the hook. */
export function markConditions(path: string, code: string): string {
  let marked = code;
  for (const { id, start, end, isShorthand } of conditionSites(path, code).sort((a, b) => b.start - a.start)) {
    const text = code.slice(start, end);
    const handed = `globalThis.${hook}(${JSON.stringify(id)}, ${text})`;
    marked = marked.slice(0, start) + (isShorthand ? `${text}: ${handed}` : handed) + marked.slice(end);
  }
  return marked;
}

/** Marks the sources of operations and storage when they are loaded. */
export const conditionMarker = (root: string): Plugin => ({
  name: 'condition-marker',
  enforce: 'pre',
  transform(code, id) {
    const path = id.startsWith(root) ? id.slice(root.length).split('?')[0] : undefined;
    return path && isWithConditions(path) ? { code: markConditions(path, code), map: null } : undefined;
  },
});

/** Whether a file's conditions are tested; files that only pass conditions on are excluded. */
export const isWithConditions = (path: string): boolean =>
  /^shared\/[^/]+\/(store|verbs)\/.*\.ts$/.test(path) &&
  !/^shared\/kernel\/store\/dynamodb\/(database|transaction)\.ts$/.test(path);

// biome-ignore lint/suspicious/noExplicitAny: a tree of the parser, of which few kinds of nodes matter
type Tree = any;

/** Visits every node with the name of the enclosing function. */
function walk(node: Tree, verb: string, visit: (node: Tree, verb: string) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, verb, visit);
    return;
  }
  if (typeof node?.type !== 'string') return;
  visit(node, verb);
  const within = verb || nameOf(node);
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, within, visit);
}

const nameOf = (node: Tree): string =>
  node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator' ? (node.id?.name ?? '') : '';

function conditionArgument(node: Tree): Tree | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  if (node.callee.object.property?.name === 'objects') return undefined;
  const at = methods[node.callee.property.name];
  const argument = at === undefined ? undefined : node.arguments[at];
  return argument && argument.type !== 'SpreadElement' && argument.type !== 'Literal' ? argument : undefined;
}

const isCallOf = (node: Tree, name: string): boolean => node.type === 'CallExpression' && node.callee.name === name;

const conditionProperties = (argument: Tree): Tree[] =>
  argument?.type === 'ObjectExpression'
    ? argument.properties.filter((property: Tree) => property.key?.name === 'condition')
    : [];
