/**
 * Requirements on test titles, so that each makes sense without its `describe`: pure, so that every refusal has a test.
 */
import { parseSync } from 'vite';
import type { Problem, TextFile } from './citations.ts';

/** A title, or its template with placeholders as written. */
export interface Title {
  text: string;
  line: number;
  /** In a `describe.each`, which repeats the title for every case unless it contains a placeholder. */
  repeated: boolean;
}

/** Verbs that start a sentence without a subject. Verbs that are also nouns (`writes`) are excluded. */
const verbs = `is are was were has have had does do did may can cannot must never
  adds allows asks becomes begins brings carries comes contains creates decides deletes excludes fails finds follows
  forgets frees gives goes happens hides holds ignores keeps knows lasts learns leaves lets lies loses makes needs opens
  proves puts raises reaches refuses rejects removes replaces says sends serves shows skips stands stays stops takes
  tells throws tries understands
  become begin bring come give go keep lose make say stay take tell`;

const bareVerb = new RegExp(`^(?:${verbs.split(/\s+/).join('|')})\\b`);

/** A verb ending in -s with its object: a plural noun never precedes an article. */
const verbWithObject =
  /^(?!(?:across|as|its|this|unless) )[a-z-]+s (?:the|an?|no|every|each|its|their|what|whatever|nothing|all|both|one|two|only|at most|at least) /;

const refused: readonly { pattern: RegExp; message: string }[] = [
  {
    pattern: new RegExp(`${bareVerb.source}|${verbWithObject.source}`),
    message: 'names what is done and not what does it',
  },
  { pattern: /^(?:that|which|whose|it|its|they|their|them|and|or)\b/, message: 'goes on where its describe ends' },
  { pattern: /^\d{3}(?:: | (?:for|when|where|with)\b)/, message: 'names a status and not the request' },
  { pattern: /^\(?(?:%[a-z]|\$\w+|\$\{[^}]*\})\)?$/, message: 'is its case alone' },
];

/** Finds all bad test titles of a file. */
export function titleProblems({ path, text }: TextFile): Problem[] {
  const titles = titlesOf(path, text);
  const first = new Map<string, number>();
  return titles.flatMap((title) => {
    const messages = refused.flatMap(({ pattern, message }) => (pattern.test(title.text) ? [message] : []));
    if (title.repeated && !title.text.includes('${')) messages.push('is the same for every case of its describe.each');
    const before = first.get(title.text);
    if (before === undefined) first.set(title.text, title.line);
    else messages.push(`is that of line ${before} too`);
    return messages.map((message) => ({ path, line: title.line, message: `the title '${title.text}' ${message}` }));
  });
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The titles of a file's tests, in order. */
export function titlesOf(path: string, text: string): Title[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const titles: Title[] = [];
  const visit = (node: Node, repeated: boolean): void => {
    const call = callOf(node);
    const isTest = call?.name === 'it' || call?.name === 'test';
    if (call && isTest) {
      const line = text.slice(0, call.title.start).split('\n').length;
      titles.push({ text: text.slice(call.title.start + 1, call.title.end - 1), line, repeated });
    }
    const within = repeated || (call?.name === 'describe' && call.isEach);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, within);
  };
  visit(program as unknown as Node, false);
  return titles;
}

/**
 * Matches a call of `it`, `test` or `describe` with a title and a function, with any modifiers: `it.skipIf(x).each(y)`.
 */
function callOf(node: Node): { name: string; isEach: boolean; title: Node } | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [title, ...others] = node.arguments as Node[];
  const isText = title?.type === 'TemplateLiteral' || (title?.type === 'Literal' && typeof title.value === 'string');
  if (!title || !isText || !others.some(({ type }) => type.endsWith('FunctionExpression'))) return undefined;
  let isEach = false;
  let callee = node.callee as Node;
  while (callee.type !== 'Identifier') {
    if (callee.type === 'CallExpression') callee = callee.callee as Node;
    else if (callee.type === 'TaggedTemplateExpression') callee = callee.tag as Node;
    else if (callee.type === 'MemberExpression') {
      isEach ||= ['each', 'for'].includes((callee.property as Node & { name: string }).name);
      callee = callee.object as Node;
    } else return undefined;
  }
  return { name: callee.name as string, isEach, title };
}
