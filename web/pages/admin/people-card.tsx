import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import type { User } from '../../lib/api/wire.ts';
import { useDebouncedValue } from '../../lib/hooks/use-debounced-value.ts';
import { type PeopleChoice, peopleQuery } from '../../lib/people/queries.ts';
import { FoundCard } from './found-card.tsx';
import { ImportPeopleDialog } from './import-people-dialog.tsx';
import { PeopleTable } from './people-table.tsx';

/** All users of the service, found by a part of their names. */
export function PeopleCard({ me }: { me: User }) {
  const [choice, setChoice] = useState<PeopleChoice>({ search: '', state: '' });
  const [page, setPage] = useState(1);
  const settled = useDebouncedValue(choice, 200);
  const { data, error } = useQuery(peopleQuery(settled, page));
  const choose = (changes: Partial<PeopleChoice>) => {
    setChoice({ ...choice, ...changes });
    setPage(1);
  };
  return (
    <FoundCard
      title="People"
      note={<ImportButton />}
      what="people"
      fields={
        <>
          <TextField
            label="Find"
            type="search"
            placeholder="Username, name, organization"
            maxLength={100}
            value={choice.search}
            onChange={(event) => choose({ search: event.target.value })}
          />
          <SelectField
            label="State"
            value={choice.state}
            onChange={(event) => choose({ state: event.target.value as PeopleChoice['state'] })}
          >
            <option value="">All</option>
            <option value="enabled">Enabled</option>
            <option value="disabled">Disabled</option>
          </SelectField>
        </>
      }
      rows={data?.users}
      total={data?.total}
      error={error}
      page={page}
      onPage={setPage}
      none="Nobody of that."
      table={(people) => <PeopleTable people={people} me={me} />}
    />
  );
}

function ImportButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Import…
      </Button>
      {open && <ImportPeopleDialog onClose={() => setOpen(false)} />}
    </>
  );
}
