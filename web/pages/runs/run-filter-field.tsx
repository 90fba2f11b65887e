import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { EXECUTION_STATUSES } from '#shared/domain/runs/statuses.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { allChipsQuery } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import { flowsQuery } from '../../lib/flows/queries.ts';
import { formatDate } from '../../lib/format/time.ts';
import { filterSuggestions, filterText, filterWords, parseFilter } from '../../lib/runs/run-filter.ts';
import type { RunsSearch } from '../../lib/url/search-types.ts';
import styles from './runs.module.css';

/** Suggestions that are offered at a time. */
const mostSuggestions = 12;

/** Narrows the list of runs by words that are typed or chosen; what holds stands in the URL. */
export function RunFilterField(props: {
  search: RunsSearch;
  /** People whose runs are listed. */
  people: readonly string[];
  change: (next: RunsSearch) => void;
}) {
  const { search, people, change } = props;
  const id = useId();
  const timeZone = useTimeZone();
  const chips = useQuery(allChipsQuery());
  const flows = useQuery(flowsQuery());
  const held = filterText(search);
  const [typed, setTyped] = useState<{ text: string; over: string }>();
  const [problem, setProblem] = useState<string>();
  // What was typed holds until the filters change.
  const text = typed?.over === held ? typed.text : held;
  const suggestions = filterSuggestions(text, {
    chip: chips.data?.map((chip) => chip.chip_id) ?? [],
    status: EXECUTION_STATUSES,
    flow: flows.data?.map((flow) => flow.name) ?? [],
    who: people,
    since: [1, 7, 30].map((days) => formatDate(new Date(Date.now() - days * 86_400_000).toISOString(), timeZone)),
  });
  const apply = (next: string) => {
    const read = parseFilter(next);
    setProblem('problem' in read ? read.problem : undefined);
    if ('search' in read && filterText(read.search) !== held) change(read.search);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply(text);
  };
  return (
    <search>
      <form className={styles.filter} onSubmit={onSubmit}>
        <TextField
          label="Filter"
          value={text}
          list={id}
          autoComplete="off"
          spellCheck={false}
          placeholder={filterWords.map((word) => `${word}:`).join(' ')}
          problem={problem}
          onChange={({ target: { value } }) => {
            setTyped({ text: value, over: held });
            // A suggestion that is chosen is meant as it stands.
            if (value === '' || suggestions.includes(value)) apply(value);
          }}
        />
        <datalist id={id}>
          {suggestions.slice(0, mostSuggestions).map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {held !== '' && (
          <Button variant="quiet" onClick={() => change({})}>
            Show all
          </Button>
        )}
      </form>
    </search>
  );
}
