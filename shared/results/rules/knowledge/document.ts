/** What a lab should know of a task (rule KNOW-1): fields of a Markdown document, found by its headings. */

/** How a task goes wrong. */
export interface FailureMode {
  /** `critical`, `warning` or `info`; a project may write others. */
  severity: string;
  description: string;
  cause: string;
  /** What the figure looks like then. */
  visual: string;
  nextAction: string;
}

/** What a good result looks like. */
export interface ExpectedResult {
  description: string;
  resultType: string;
  xAxis: string;
  yAxis: string;
  zAxis: string;
  fitModel: string;
  typicalRange: string;
  goodVisual: string;
}

export interface TaskDocument {
  summary: string;
  whatItMeasures: string;
  physicalPrinciple: string;
  expected: ExpectedResult;
  evaluationCriteria: string;
  checkQuestions: string[];
  failureModes: FailureMode[];
  tips: string[];
  analysisGuide: string[];
  /** Names of tasks, or words. */
  prerequisites: string[];
  /** Guide for the reviewers of results. */
  reviewGuide: string;
  /** The pictures of all sections. */
  images: DocumentImage[];
}

/** A picture of a document, and its heading. */
interface DocumentImage {
  altText: string;
  path: string;
  section: string;
}

/** Longest document of a project, in characters. */
export const TASK_DOCUMENT_LENGTH = 20_000;

/** The lines of an expected result that say one thing each, by what they begin with. */
const expectedLines = [
  ['resultType', 'result type'],
  ['xAxis', 'x axis'],
  ['yAxis', 'y axis'],
  ['zAxis', 'z axis'],
  ['fitModel', 'fit'],
  ['typicalRange', 'typical range'],
  ['goodVisual', 'good'],
] as const satisfies readonly (readonly [keyof ExpectedResult, string])[];

const failureLines = [
  ['cause', 'cause'],
  ['visual', 'visual'],
  ['nextAction', 'next'],
] as const satisfies readonly (readonly [keyof FailureMode, string])[];

/** The document of a task as Markdown; what it does not say has no heading. */
export function renderTaskDocument(name: string, document: Omit<TaskDocument, 'images'>): string {
  const { expected } = document;
  const facts = expectedLines.flatMap(([field, word]) => (expected[field] ? [`- ${word}: ${expected[field]}`] : []));
  const sections: [string, string][] = [
    ['What it measures', document.whatItMeasures],
    ['Physical principle', document.physicalPrinciple],
    ['Expected result', [expected.description, facts.join('\n')].filter(Boolean).join('\n\n')],
    ['Evaluation criteria', document.evaluationCriteria],
    ['Check questions', listOf(document.checkQuestions)],
    ['Failure modes', document.failureModes.map(renderFailure).join('\n')],
    ['Tips', listOf(document.tips)],
    ['Analysis guide', listOf(document.analysisGuide)],
    ['Prerequisites', listOf(document.prerequisites)],
    ['Review guide', document.reviewGuide],
  ];
  const written = sections.flatMap(([title, text]) => (text ? [`## ${title}\n\n${text}`] : []));
  return `${[`# ${name}`, document.summary, ...written].filter(Boolean).join('\n\n')}\n`;
}

const listOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

function renderFailure(failure: FailureMode): string {
  const more = failureLines.flatMap(([field, word]) => (failure[field] ? [`  - ${word}: ${failure[field]}`] : []));
  return [`- ${failure.severity}: ${failure.description}`, ...more].join('\n');
}

/** Reads a document by its headings, in any order and case; text under other headings is for human readers only. */
export function parseTaskDocument(markdown: string): TaskDocument {
  const sections = sectionsOf(markdown);
  const section = (title: string): string => sections.get(title) ?? '';
  return {
    summary: section(''),
    whatItMeasures: section('what it measures'),
    physicalPrinciple: section('physical principle'),
    expected: parseExpected(section('expected result')),
    evaluationCriteria: section('evaluation criteria'),
    checkQuestions: itemsOf(section('check questions')),
    failureModes: parseFailures(section('failure modes')),
    tips: itemsOf(section('tips')),
    analysisGuide: itemsOf(section('analysis guide')),
    prerequisites: itemsOf(section('prerequisites')),
    reviewGuide: section('review guide'),
    images: [...sections].flatMap(([name, text]) => imagesOf(name, text)),
  };
}

/** The texts below the headings of the second level, by their titles; the text before the first is under ''. */
function sectionsOf(markdown: string): Map<string, string> {
  const sections = new Map<string, string[]>([['', []]]);
  let title = '';
  for (const line of markdown.split(/\r?\n/)) {
    if (line.startsWith('## ')) {
      title = line.slice(3).trim().toLowerCase();
      if (!sections.has(title)) sections.set(title, []);
    } else if (!line.startsWith('# ')) sections.get(title)?.push(line.trimEnd());
  }
  return new Map([...sections].map(([name, lines]) => [name, lines.join('\n').trim()]));
}

const imagesOf = (section: string, text: string): DocumentImage[] =>
  [...text.matchAll(/!\[([^\]\n]{0,500})\]\(([^()\s]{1,2000})\)/g)].map(([, altText = '', path = '']) => ({
    ...{ altText, path, section },
  }));

/** The text of an item of a list; undefined for another line. */
const itemOf = (line: string): string | undefined =>
  /^(?:[-*+]|\d{1,3}[.)]) /.test(line) ? line.slice(line.indexOf(' ') + 1).trim() : undefined;

const itemsOf = (text: string): string[] => text.split('\n').flatMap((line) => itemOf(line) || []);

/** `word: rest` with one of these words; undefined for another text. */
function factOf<Field>(item: string, words: readonly (readonly [Field, string])[]): [Field, string] | undefined {
  const colon = item.indexOf(':');
  const word = item.slice(0, Math.max(0, colon)).trim().toLowerCase();
  const found = words.find(([, one]) => one === word);
  return found && [found[0], item.slice(colon + 1).trim()];
}

function parseExpected(text: string): ExpectedResult {
  const expected: ExpectedResult = {
    ...{ description: '', resultType: '', xAxis: '', yAxis: '', zAxis: '', fitModel: '', typicalRange: '' },
    goodVisual: '',
  };
  const rest = text.split('\n').filter((line) => {
    const fact = factOf(itemOf(line) ?? '', expectedLines);
    if (fact) expected[fact[0]] = fact[1];
    return !fact;
  });
  return { ...expected, description: rest.join('\n').trim() };
}

/** An item has severity and description; nested items have its details. */
function parseFailures(text: string): FailureMode[] {
  const failures: FailureMode[] = [];
  for (const line of text.split('\n')) {
    const item = itemOf(line.trim());
    if (!item) continue;
    const last = failures.at(-1);
    const fact = /^\s/.test(line) && last ? factOf(item, failureLines) : undefined;
    if (fact && last) last[fact[0]] = fact[1];
    else {
      const [, severity = 'warning', description = item] = /^(critical|warning|info):\s*(.*)$/i.exec(item) ?? [];
      failures.push({ severity: severity.toLowerCase(), description, cause: '', visual: '', nextAction: '' });
    }
  }
  return failures;
}
