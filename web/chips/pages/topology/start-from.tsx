import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { topologiesQuery } from '../../../ui/lib/api/chip-queries.ts';
import { topologyQuery } from '../../../ui/lib/api/queries.ts';
import type { Topology } from '../../../ui/lib/api/wire.ts';
import styles from './topology-page.module.css';

/** A topology to begin with. It takes the place of what was drawn before, so that it is read when that is asked for. */
export function StartFrom({ onTopology }: { onTopology: (topology: Topology) => void }) {
  const queryClient = useQueryClient();
  const topologies = useQuery(topologiesQuery());
  const [chosen, setChosen] = useState('');
  const read = useMutation({
    mutationFn: () => queryClient.fetchQuery(topologyQuery(chosen)),
    onSuccess: onTopology,
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== '' && !read.isPending) read.mutate();
      }}
    >
      <SelectField
        label="Or start from a topology"
        value={chosen}
        hint="It stays as it is: what is saved is another one"
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">None</option>
        {topologies.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name === id ? id : `${name} (${id})`}
          </option>
        ))}
      </SelectField>
      <ErrorNotice error={read.error ?? topologies.error} />
      <div className={styles.actions}>
        <Button type="submit" disabledReason={chosen === '' ? 'Choose a topology first' : undefined}>
          Start from it
        </Button>
      </div>
    </form>
  );
}
