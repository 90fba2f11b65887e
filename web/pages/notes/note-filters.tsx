import { useState } from 'react';
import { NOTE_EVENT_SCOPES } from '#shared/domain/notes/event.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import { eventScopeLabels } from '../../lib/notes/event-text.ts';
import type { NotesSearch } from '../../lib/notes/search.ts';
import { choiceParam, dateParam } from '../../lib/url/search-params.ts';
import styles from './note-filters.module.css';

/** What is searched for and what narrows it; a search is made when it is sent, and stands in the URL. */
export function NoteFilters(props: {
  search: NotesSearch;
  chips: readonly string[];
  change: (next: NotesSearch) => void;
}) {
  const { search, change } = props;
  const timeZone = useTimeZone();
  // What is being chosen; it follows the URL when that changes, so that the way back shows what it shows.
  const address = JSON.stringify(search);
  const [chosen, setChosen] = useState({ address, search });
  if (chosen.address !== address) setChosen({ address, search });
  const field = (name: keyof NotesSearch) => ({
    name,
    value: chosen.search[name] ?? '',
    onChange: (event: { target: { value: string } }) =>
      setChosen({ address, search: { ...chosen.search, [name]: event.target.value } }),
  });
  const chips = [...new Set([...props.chips, ...(search.chip === undefined ? [] : [search.chip])])].sort();
  return (
    <search>
      <form
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault();
          change({ ...formSearch(new FormData(event.currentTarget)), order: search.order });
        }}
      >
        <TextField label="Text" type="search" maxLength={256} {...field('q')} optional />
        <SelectField label="Chip" {...field('chip')}>
          <option value="">{search.q === undefined ? 'First chip' : 'All chips'}</option>
          {chips.map((chip) => (
            <option key={chip} value={chip}>
              {chip}
            </option>
          ))}
        </SelectField>
        <SelectField label="Notes of" {...field('scope')}>
          <option value="">Anything</option>
          {NOTE_EVENT_SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {eventScopeLabels[scope]}
            </option>
          ))}
        </SelectField>
        <TextField label="Target id" maxLength={129} {...field('target')} />
        <TextField label="By" maxLength={64} {...field('actor')} />
        <SelectField label="Action" {...field('action')}>
          <option value="">Written or deleted</option>
          <option value="upsert">Written</option>
          <option value="delete">Deleted</option>
        </SelectField>
        <TextField label={`From (${timeZone})`} type="date" {...field('from')} />
        <TextField label={`To (${timeZone})`} type="date" {...field('to')} />
        <SelectField label="Sort" {...field('sort')}>
          <option value="">Best match first</option>
          <option value="newest">Newest first</option>
        </SelectField>
        <div className={styles.actions}>
          <Button type="submit" variant="primary">
            Show
          </Button>
          {Object.values(search).some((value) => value !== undefined) && (
            <Button variant="quiet" onClick={() => change({})}>
              Clear
            </Button>
          )}
        </div>
        <p className={styles.help}>
          Without a text, this shows the timeline of the chip, or of one target if you give its kind and id. &quot;Words
          in quotes&quot; are matched exactly.
        </p>
      </form>
    </search>
  );
}

function formSearch(form: FormData): NotesSearch {
  const text = (name: string) => String(form.get(name) ?? '').trim() || undefined;
  return {
    q: text('q'),
    chip: text('chip'),
    scope: choiceParam(text('scope'), NOTE_EVENT_SCOPES),
    target: text('target'),
    actor: text('actor'),
    action: choiceParam(text('action'), ['upsert', 'delete'] as const),
    from: dateParam(text('from')),
    to: dateParam(text('to')),
    sort: choiceParam(text('sort'), ['newest'] as const),
  };
}
