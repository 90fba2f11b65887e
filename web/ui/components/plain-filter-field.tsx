import { type PlainFilter, parsePlainFilter, plainFilterText } from '../lib/filters/plain-filter.ts';
import { suggestFilters } from '../lib/filters/typed-filters.ts';
import { FilterField } from './filter-field.tsx';

/** The filters of a list in one field, typed or chosen; the URL holds them. */
export function PlainFilterField<Word extends string>(props: {
  filter: PlainFilter<Word>;
  /** The URL of the list. */
  search: Readonly<Record<string, string | number | undefined>>;
  placeholder: string;
  hint?: string;
  /** Values to suggest for each word. */
  known: Readonly<Partial<Record<Word, readonly string[]>>>;
  /** Takes all filters that apply. */
  change: (search: Record<string, string>) => void;
}) {
  const { filter, known, hint } = props;
  const held = plainFilterText(filter, props.search);
  const apply = (text: string) => {
    const read = parsePlainFilter(filter, text);
    if ('problem' in read) return read.problem;
    if (plainFilterText(filter, read.search) !== held) props.change(read.search);
    return undefined;
  };
  return (
    <FilterField
      label="Filter"
      held={held}
      placeholder={props.placeholder}
      {...(hint !== undefined && { hint })}
      suggest={(text) => suggestFilters(text, filter.words, known)}
      apply={apply}
    />
  );
}
