import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Card } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Pending } from '../../components/pending.tsx';
import type { User } from '../../lib/api/wire.ts';
import { useDebouncedValue } from '../../lib/hooks/use-debounced-value.ts';
import { type PeopleChoice, peoplePageSize, peopleQuery } from '../../lib/people/queries.ts';
import styles from './admin.module.css';
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
    <Card title="People" note={<ImportButton />}>
      <div className={styles.filters}>
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
      </div>
      <ErrorNotice error={data ? error : undefined} />
      {!data ? (
        <Pending error={error} what="people" />
      ) : data.users.length === 0 ? (
        <p>Nobody of that.</p>
      ) : (
        <PeopleTable people={data.users} me={me} />
      )}
      <Pager
        page={page}
        pageSize={peoplePageSize}
        total={data?.total ?? page * peoplePageSize + 1}
        what="people"
        onPage={setPage}
      />
    </Card>
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
