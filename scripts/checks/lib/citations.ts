/** What may be cited: pure, so that every refusal has a test. */

/** A text file of the repository, by its path from the root. */
export interface TextFile {
  path: string;
  text: string;
}

/** A citation of something that does not exist. */
export interface Problem {
  path: string;
  line: number;
  message: string;
}

interface Cited {
  /** Anchors of each Markdown file. */
  anchors: Map<string, Set<string>>;
  /** File of each rule's definition. */
  rules: Map<string, string>;
  /** Families of rules, such as `NOTE`. */
  families: Set<string>;
  decisions: Set<string>;
  /** All paths, including folders. */
  paths: Set<string>;
}

/** Phrases that cite something outside the repository. */
const forbiddenWords: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /\bdesign \d+/i, instead: 'cite a rule or a section of docs/design' },
  { pattern: /\bpeer contract\b|\bthe peer\b|\bpeer's\b/i, instead: 'say QDash, where compatibility is meant' },
  { pattern: /\brivals\b/i, instead: 'cite a rule of docs/design/web.md' },
  {
    pattern: /\b[Tt]he specification\b|\(specification\b|\bspecification, [A-Z"]|\bspecification's\b/,
    instead: 'cite a rule of docs/design',
  },
  { pattern: /\bpropert(?:y|ies) \d+/i, instead: 'cite a rule of docs/design' },
  {
    pattern: /\.\.\/shared\/(?:reference|design|specification)|\binterface\.md\b|\bpeer-contract\b/i,
    instead: 'cite what is inside the repository',
  },
];

const ruleDefinition = /^- \*\*([A-Z]+)-(\d+)\*\*/;
const heading = /^#{1,6} +(.+?) *$/;

/** GitHub's anchor for a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');

/** Finds all wrong citations. */
export function citationProblems(files: readonly TextFile[]): Problem[] {
  const { cited, problems } = readCited(files);
  return [...problems, ...files.flatMap((file) => problemsOf(file, cited))];
}

function readCited(files: readonly TextFile[]): { cited: Cited; problems: Problem[] } {
  const problems: Problem[] = [];
  const paths = new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]));
  const cited: Cited = { anchors: new Map(), rules: new Map(), families: new Set(), decisions: new Set(), paths };
  for (const { path, text } of files) {
    if (!path.endsWith('.md')) continue;
    cited.anchors.set(path, anchorsIn(text));
    const decision = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1];
    if (decision) cited.decisions.add(decision);
    if (!path.startsWith('docs/design/')) continue;
    for (const [index, line] of text.split('\n').entries()) {
      const [, family, number] = ruleDefinition.exec(line) ?? [];
      if (!family) continue;
      const id = `${family}-${number}`;
      const first = cited.rules.get(id);
      if (first) problems.push({ path, line: index + 1, message: `rule ${id} is defined in ${first} already` });
      cited.rules.set(id, path);
      cited.families.add(family);
    }
  }
  return { cited, problems };
}

function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>();
  let fenced = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    const title = fenced ? undefined : heading.exec(line)?.[1];
    if (title === undefined) continue;
    const anchor = anchorOf(title);
    // GitHub numbers repeated headings.
    let name = anchor;
    for (let again = 1; anchors.has(name); again += 1) name = `${anchor}-${again}`;
    anchors.add(name);
  }
  return anchors;
}

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, n) => parts.slice(0, n + 1).join('/'));
}

function problemsOf({ path, text }: TextFile, cited: Cited): Problem[] {
  return text.split('\n').flatMap((content, index) => {
    const links = path.endsWith('.md') ? missingLinks(path, content, cited) : [];
    const cites = [...missingRules(content, cited), ...missingPages(content, cited), ...missingPaths(content, cited)];
    return [...outside(content), ...cites, ...links].map((message) => ({ path, line: index + 1, message }));
  });
}

function outside(line: string): string[] {
  return forbiddenWords.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(line)?.[0];
    return found === undefined ? [] : `'${found}' cites nothing in the repository: ${instead}`;
  });
}

function missingRules(line: string, { families, rules, decisions }: Cited): string[] {
  const ids = [...line.matchAll(/\b([A-Z]+)-\d+\b/g)].filter(([, family = '']) => families.has(family));
  const numbers = [...line.matchAll(/\bdocs\/decisions\/(\d+)/g)].map(([, number = '']) => number);
  return [
    ...ids.filter(([id]) => !rules.has(id)).map(([id]) => `rule ${id} is not defined in docs/design`),
    ...numbers.filter((number) => !decisions.has(number)).map((number) => `docs/decisions/${number} is not there`),
  ];
}

function missingPages(line: string, cited: Cited): string[] {
  const pages = line.matchAll(/(?<![\w./-])(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g);
  return [...pages].flatMap(([, target = '', anchor]) => missing(target, anchor, cited));
}

/** Files and folders in backticks, below a folder of the root. Patterns such as `functions/<subject>` are ignored. */
function missingPaths(line: string, { paths }: Cited): string[] {
  return [...line.matchAll(/`(([\w.-]+)\/[\w./-]+)`/g)]
    .filter(([, path = '', top = '']) => paths.has(top) && !/^docs\/decisions\/\d+$/.test(path))
    .map(([, path = '']) => path.replace(/\/$/, ''))
    .filter((path) => !paths.has(path))
    .map((path) => `${path} is not there`);
}

function missingLinks(path: string, line: string, cited: Cited): string[] {
  const links = [...line.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .flatMap((link) => {
      const [target = '', anchor] = link.split('#');
      return missing(target === '' ? path : joined(path, target), anchor, cited);
    });
}

function missing(target: string, anchor: string | undefined, { anchors, paths }: Cited): string[] {
  if (!paths.has(target)) return [`${target} is not there`];
  const known = anchors.get(target);
  return anchor === undefined || !known || known.has(anchor) ? [] : [`${target} has no heading #${anchor}`];
}

/** Resolves a relative link in a file. */
function joined(from: string, link: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of link.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
