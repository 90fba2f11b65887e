import { FilterField } from '../../ui/components/filter-field.tsx';
import { suggestFilters } from '../../ui/lib/filters/typed-filters.ts';
import { noteFilterChoices, noteFilterText, noteFilterWords, parseNoteFilter } from '../lib/note-filter.ts';
import type { NotesSearch } from '../lib/search.ts';

/** The text to search notes for and the filters, typed into one field; the URL holds them. */
export function NoteFilterField(props: {
  search: NotesSearch;
  chips: readonly string[];
  change: (next: NotesSearch) => void;
}) {
  const { search, chips, change } = props;
  const held = noteFilterText(search);
  const apply = (next: string) => {
    const read = parseNoteFilter(next);
    if ('problem' in read) return read.problem;
    if (noteFilterText(read.search) !== held) change({ ...read.search, order: search.order });
    return undefined;
  };
  return (
    <FilterField
      label="Search"
      held={held}
      placeholder={`flux "two-level" ${noteFilterWords.map((word) => `${word}:`).join(' ')}`}
      hint='Any word form; "quotes" for an exact phrase. Without words: the timeline of a chip, or of one target by of: and target:'
      suggest={(text) => suggestFilters(text, noteFilterWords, { chip: chips, ...noteFilterChoices })}
      apply={apply}
    />
  );
}
