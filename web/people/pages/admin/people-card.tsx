import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import type { User } from '../../../ui/lib/api/wire.ts';
import { useDebouncedValue } from '../../../ui/lib/hooks/use-debounced-value.ts';
import { type PeopleChoice, peopleQuery } from '../../lib/queries.ts';
import { AddUserDialog } from './add-user-dialog.tsx';
import styles from './admin.module.css';
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
      note={<AddButtons />}
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
      none="No user matches"
      table={(people) => <PeopleTable people={people} me={me} />}
    />
  );
}

function AddButtons() {
  const [opened, setOpened] = useState<'add' | 'import'>();
  const close = () => setOpened(undefined);
  return (
    <span className={styles.acts}>
      <Button small onClick={() => setOpened('import')}>
        Import…
      </Button>
      <Button small onClick={() => setOpened('add')}>
        Add…
      </Button>
      {opened === 'add' && <AddUserDialog onClose={close} />}
      {opened === 'import' && <ImportPeopleDialog onClose={close} />}
    </span>
  );
}
