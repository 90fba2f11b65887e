import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Card, DescriptionList } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { ClockTime } from '../../components/relative-time.tsx';
import { api } from '../../lib/api/api.ts';
import { allChipsQuery, cooldownQuery } from '../../lib/api/queries.ts';
import { textOf, useWrite } from '../../lib/api/use-write.ts';
import type { Cooldown } from '../../lib/api/wire.ts';
import { DeleteCooldownDialog, EditCooldownDialog, EndCooldownDialog } from './cooldown-dialogs.tsx';
import styles from './cooldown-panel.module.css';
import { WiringSection } from './wiring.tsx';

/** The selected cool-down: what is known of it, its chips, and what can be done. */
export function CooldownPanel({ cooldownId, onNotFound }: { cooldownId: string; onNotFound: () => void }) {
  const cooldown = useQuery(cooldownQuery(cooldownId));
  return (
    <Card title={cooldownId}>
      {cooldown.data ? (
        <LoadedCooldown cooldown={cooldown.data} onNotFound={onNotFound} />
      ) : (
        <Pending error={cooldown.error} what={`cool-down ${cooldownId}`} />
      )}
    </Card>
  );
}

function LoadedCooldown({ cooldown, onNotFound }: { cooldown: Cooldown; onNotFound: () => void }) {
  const [open, setOpen] = useState<'edit' | 'end' | 'delete'>();
  const of = { cooldown, onClose: () => setOpen(undefined) };
  const reopen = useWrite(
    () => api.updateCooldown({ params: { cooldown_id: cooldown.cooldown_id }, body: { ended_at: null } }),
    () => undefined,
  );
  return (
    <>
      <DescriptionList
        items={[
          ['Cryostat', cooldown.cryo_id],
          ['Started', <ClockTime key="started" at={cooldown.started_at} />],
          ['Ended', cooldown.ended_at ? <ClockTime key="ended" at={cooldown.ended_at} /> : 'ongoing'],
          ['Description', cooldown.description || 'none'],
          ['Note', cooldown.note.content || 'none'],
        ]}
      />
      <div className={styles.actions}>
        {cooldown.ended_at === null ? (
          <Button onClick={() => setOpen('end')}>End…</Button>
        ) : (
          <Button disabled={reopen.isPending} onClick={() => reopen.mutate(undefined)}>
            Reopen
          </Button>
        )}
        <Button onClick={() => setOpen('edit')}>Edit…</Button>
        <Button variant="danger" onClick={() => setOpen('delete')}>
          Delete…
        </Button>
      </div>
      <ErrorNotice error={reopen.error} />
      <Chips cooldown={cooldown} />
      <WiringSection key={cooldown.cooldown_id} cooldown={cooldown} />
      <EditCooldownDialog {...of} open={open === 'edit'} />
      <EndCooldownDialog {...of} open={open === 'end'} />
      <DeleteCooldownDialog {...of} open={open === 'delete'} onDeleted={onNotFound} />
    </>
  );
}

function Chips({ cooldown }: { cooldown: Cooldown }) {
  const listId = useId();
  const [chip, setChip] = useState('');
  const chips = useQuery(allChipsQuery());
  const of = (chipId: string) => ({ params: { cooldown_id: cooldown.cooldown_id, chip_id: chipId } });
  const assign = useWrite(
    async (form: FormData) => {
      const sent = textOf(form, 'chip_id');
      await api.assignChipToCooldown(of(sent));
      // Not what was typed for the next one, while the page is read again.
      setChip((typed) => (typed.trim() === sent ? '' : typed));
    },
    () => undefined,
  );
  const unassign = useWrite(
    (chipId: string) => api.unassignChipFromCooldown(of(chipId)),
    () => undefined,
  );
  return (
    <>
      <h3>Chips</h3>
      {cooldown.chip_ids.length === 0 ? (
        <p>No chips yet</p>
      ) : (
        <ul className={styles.chips} aria-label={`Chips of ${cooldown.cooldown_id}`}>
          {cooldown.chip_ids.map((chipId) => (
            <li key={chipId}>
              <Link to="/chips/$chipId" params={{ chipId }}>
                {chipId}
              </Link>
              <Button
                small
                disabled={unassign.isPending}
                aria-label={`Remove ${chipId}`}
                onClick={() => unassign.mutate(chipId)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.assign}
        onSubmit={(event) => {
          event.preventDefault();
          assign.mutate(new FormData(event.currentTarget));
        }}
      >
        <TextField
          label="Chip"
          name="chip_id"
          list={listId}
          maxLength={64}
          required
          autoComplete="off"
          value={chip}
          onChange={(event) => setChip(event.target.value)}
        />
        <datalist id={listId}>
          {chips.data
            ?.filter(({ chip_id }) => !cooldown.chip_ids.includes(chip_id))
            .map(({ chip_id }) => (
              <option key={chip_id} value={chip_id} />
            ))}
        </datalist>
        <Button type="submit" disabled={assign.isPending}>
          Add chip
        </Button>
      </form>
      <ErrorNotice error={assign.error ?? unassign.error} />
    </>
  );
}
