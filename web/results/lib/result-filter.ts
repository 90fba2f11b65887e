import { folded } from '#shared/kernel/rules/folded.ts';
import { suggestion } from '#shared/kernel/rules/suggest.ts';
import { TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import { readTyped, typedFilter } from '../../ui/lib/filters/typed-filters.ts';
import { dateParam } from '../../ui/lib/url/search-params.ts';
import type { ResultsSearch } from './search.ts';

/**
 * The words that narrow task results, in addition to a target and a part of the message, which need no word:
 * `peak Q12 status:failed task:T1 since:2026-11-20`.
 */
export const resultFilterWords = ['task', 'status', 'chip', 'target', 'cooldown', 'since', 'through'] as const;
type ResultFilterWord = (typeof resultFilterWords)[number];

const fieldOf = {
  ...{ task: 'task', status: 'status', chip: 'chip', target: 'target' },
  ...{ cooldown: 'cooldown', since: 'from', through: 'through' },
} as const satisfies Record<ResultFilterWord, keyof ResultsSearch>;

/** The most that the API takes of a message and of a target. */
const longestText = 200;
const longestTarget = 129;

/** The most tasks that a problem names. */
const mostNamed = 5;

/** Whether a text is a target without `target:`, such as `Q5` or `0-1`; a number alone may belong to a message. */
const isTarget = (typed: string): boolean => /^(?:q\d+|\d+-\d+)$/i.test(typed);

/** Filters in their typed form: a part of the message, the target, then the filters with a word. */
export const resultFilterText = (search: ResultsSearch): string =>
  [
    typedText(search.text?.trim() ?? ''),
    typedTarget(search.target?.trim() ?? ''),
    ...resultFilterWords.flatMap((word) => {
      const value = search[fieldOf[word]];
      return value === undefined || word === 'target' ? [] : typedFilter(word, value);
    }),
  ]
    .filter((part) => part !== '')
    .join(' ');

/** A part of a message in quotes where its words would mean something else, or its spaces would be lost. */
function typedText(text: string): string {
  const read = parseResultFilter(text, []);
  const isPlain = 'search' in read && Object.keys(read.search).every((field) => field === 'text');
  // A text that contains quotes cannot be quoted.
  return text.includes('"') || (isPlain && text === (read.search.text ?? '')) ? text : `"${text}"`;
}

function typedTarget(target: string): string {
  if (/^\d+$/.test(target)) return `Q${target}`;
  return target === '' || isTarget(target) ? target : typedFilter('target', target);
}

/** Reads typed filters; a problem names the filter that is not valid. `tasks` are the known names of tasks. */
export function parseResultFilter(
  text: string,
  tasks: readonly string[],
): { search: ResultsSearch } | { problem: string } {
  const search: ResultsSearch = {};
  const said: string[] = [];
  for (const { word, value } of readTyped(text, resultFilterWords)) {
    const own = word ?? (isTarget(value) ? 'target' : undefined);
    const problem = own === undefined ? mistyped(value) : take(search, own, value, tasks);
    if (problem !== undefined) return { problem };
    if (own === undefined) said.push(value.replace(/^"(.*?)"?$/, '$1'));
  }
  if (said.length > 0) search.text = said.join(' ');
  const problem = wholeProblem(search);
  return problem === undefined ? { search } : { problem };
}

/** Text that looks like a filter but is not one; in quotes it is a part of a message. */
function mistyped(part: string): string | undefined {
  const [, head = ''] = /^([a-z]+):./i.exec(part) ?? [];
  const near = head === '' ? '' : suggestion(head, resultFilterWords);
  return near === '' ? undefined : `No filter '${head}'${near}`;
}

/** The problem with a combination of filters. */
function wholeProblem({ text = '', from, through }: ResultsSearch): string | undefined {
  if (text.length > longestText) return `A part of a message has at most ${longestText} characters`;
  if (from !== undefined && through !== undefined && from > through)
    return `'since:${from}' is after 'through:${through}'`;
  return undefined;
}

function take(
  search: ResultsSearch,
  word: ResultFilterWord,
  value: string,
  tasks: readonly string[],
): string | undefined {
  if (value === '') return `'${word}:' says nothing`;
  if (search[fieldOf[word]] !== undefined) return `'${word}:' is there twice, and each result has one`;
  if (word === 'task') {
    const named = namedTask(value, tasks);
    if ('problem' in named) return named.problem;
    search.task = named.task;
    return undefined;
  }
  if (word === 'status') {
    search.status = TASK_STATUSES.find((one) => one === value);
    return search.status === undefined ? `'${value}' is not a status. Use ${TASK_STATUSES.join(', ')}` : undefined;
  }
  if ((word === 'since' || word === 'through') && dateParam(value) === undefined)
    return `'${value}' is not a date such as 2026-11-20`;
  if (word === 'target' && value.length > longestTarget) return `A target has at most ${longestTarget} characters`;
  search[fieldOf[word]] = value;
  return undefined;
}

/**
 * A task by its name in any case, with or without `Check`, or by a unique part of its name; any text if no tasks are
 * known.
 */
function namedTask(typed: string, tasks: readonly string[]): { task: string } | { problem: string } {
  if (tasks.length === 0 || tasks.includes(typed)) return { task: typed };
  const wanted = folded(typed);
  const whole = tasks.find((name) => [wanted, `check${wanted}`].includes(folded(name)));
  if (whole !== undefined) return { task: whole };
  const named = tasks.filter((name) => folded(name).includes(wanted));
  const [first, ...others] = named;
  if (first === undefined) return { problem: `No task '${typed}'${suggestion(typed, tasks)}` };
  if (others.length === 0) return { task: first };
  const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
  return { problem: `'${typed}' is of several tasks: ${named.slice(0, mostNamed).join(', ')}${more}` };
}
