import { NOTE_EVENT_SCOPES } from '#shared/notes/rules/event.ts';
import { readTyped, typedFilter } from '../../ui/lib/filters/typed-filters.ts';
import { choiceParam, dateParam } from '../../ui/lib/url/search-params.ts';
import type { NotesSearch } from './search.ts';

/**
 * The words that narrow notes, in addition to the text that is searched for: `flux of:qubit by:ada from:2026-11-20`.
 */
export const noteFilterWords = ['chip', 'of', 'target', 'by', 'action', 'from', 'to', 'sort'] as const;
type NoteFilterWord = (typeof noteFilterWords)[number];

/** What words of few values may say. */
export const noteFilterChoices = {
  of: NOTE_EVENT_SCOPES,
  action: ['upsert', 'delete'],
  sort: ['newest'],
} as const;

const fieldOf = {
  ...{ chip: 'chip', of: 'scope', target: 'target', by: 'actor' },
  ...{ action: 'action', from: 'from', to: 'to', sort: 'sort' },
} as const satisfies Record<NoteFilterWord, keyof NotesSearch>;

/** A search in its typed form: the text to search for, then the filters. */
export const noteFilterText = (search: NotesSearch): string =>
  [
    search.q ?? [],
    noteFilterWords.flatMap((word) => {
      const value = search[fieldOf[word]];
      return value === undefined ? [] : typedFilter(word, value);
    }),
  ]
    .flat()
    .join(' ');

/** Reads a typed search; a problem names the filter that is not valid. */
export function parseNoteFilter(text: string): { search: NotesSearch } | { problem: string } {
  const search: NotesSearch = {};
  const searched: string[] = [];
  for (const { word, value } of readTyped(text, noteFilterWords)) {
    if (word === undefined) searched.push(value);
    else {
      const problem = take(search, word, value);
      if (problem !== undefined) return { problem };
    }
  }
  if (searched.length > 0) return { search: { ...search, q: searched.join(' ') } };
  const problem = timelineProblem(search);
  return problem === undefined ? { search } : { problem };
}

/** A timeline is of a chip or of a target, whole. */
function timelineProblem(search: NotesSearch): string | undefined {
  const narrowing = (['by', 'action', 'from', 'to', 'sort'] as const).find(
    (word) => search[fieldOf[word]] !== undefined,
  );
  if (narrowing) return `'${narrowing}:' narrows a search: type what is searched for as well`;
  if (search.target !== undefined && search.scope === undefined) return "'target:' needs to say of what: 'of:qubit'";
  if (search.target === undefined && search.scope !== undefined) return "'of:' needs a target, or what is searched for";
  return undefined;
}

function take(search: NotesSearch, word: NoteFilterWord, value: string): string | undefined {
  if (value === '') return `'${word}:' says nothing`;
  if (word === 'of' || word === 'action' || word === 'sort') {
    const choices: readonly string[] = noteFilterChoices[word];
    if (!choices.includes(value)) return `'${word}:${value}' is none of ${choices.join(', ')}`;
  }
  if ((word === 'from' || word === 'to') && dateParam(value) === undefined)
    return `'${value}' is not a date such as 2026-11-20`;
  Object.assign(search, {
    [fieldOf[word]]: word === 'of' ? choiceParam(value, NOTE_EVENT_SCOPES) : value,
  });
  return undefined;
}
