import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Card, DescriptionList } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { ClockTime } from '../../components/relative-time.tsx';
import { api } from '../../lib/api/api.ts';
import { allChipsQuery, cooldownQuery, cooldownsQuery } from '../../lib/api/queries.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import type { Cooldown } from '../../lib/api/wire.ts';
import { cooldownBefore } from '../../lib/cooldowns/before.ts';
import { formatAge } from '../../lib/format/time.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
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
          [cooldown.ended_at ? 'Was cold for' : 'Cold for', <TimeCold key="cold" cooldown={cooldown} />],
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

const refreshMilliseconds = 30_000;

/** From the start of a cool-down to its end, or until now. */
function TimeCold({ cooldown: { started_at, ended_at } }: { cooldown: Cooldown }) {
  const now = useNow(ended_at === null ? refreshMilliseconds : undefined);
  return formatAge(((ended_at === null ? now : Date.parse(ended_at)) - Date.parse(started_at)) / 1000);
}

/** The chips in a cool-down, each with what can be done; others of the project are picked. */
function Chips({ cooldown }: { cooldown: Cooldown }) {
  const chips = useQuery(allChipsQuery());
  const others = useQuery(cooldownsQuery(0, 100));
  const [chosen, setChosen] = useState('');
  const of = (chipId: string) => ({ params: { cooldown_id: cooldown.cooldown_id, chip_id: chipId } });
  const assign = useWrite(
    async (chipId: string) => {
      await api.assignChipToCooldown(of(chipId));
      setChosen('');
    },
    () => undefined,
  );
  const unassign = useWrite(
    (chipId: string) => api.unassignChipFromCooldown(of(chipId)),
    () => undefined,
  );
  const free = (chips.data ?? []).filter(({ chip_id }) => !cooldown.chip_ids.includes(chip_id));
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
              <CompareLink
                chipId={chipId}
                cooldown={cooldown}
                before={cooldownBefore(others.data?.cooldowns ?? [], cooldown, chipId)}
              />
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
      <div className={styles.assign}>
        <SelectField label="Chip" value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">{free.length === 0 ? 'No other chip' : 'Choose a chip'}</option>
          {free.map(({ chip_id, current_cooldown_id }) => (
            <option key={chip_id} value={chip_id}>
              {chip_id}
              {current_cooldown_id !== null && ` (in ${current_cooldown_id})`}
            </option>
          ))}
        </SelectField>
        <Button
          disabledReason={chosen === '' ? 'No chip is chosen' : assign.isPending ? 'Adding…' : undefined}
          onClick={() => assign.mutate(chosen)}
        >
          Add chip
        </Button>
      </div>
      <ErrorNotice error={chips.error ?? assign.error ?? unassign.error} />
    </>
  );
}

/** Leads to what changed on a chip since the cool-down before; nothing for its first. */
function CompareLink(props: { chipId: string; cooldown: Cooldown; before: Cooldown | undefined }) {
  const { chipId, cooldown, before } = props;
  if (!before) return null;
  return (
    <Link
      to="/chips/$chipId/differences"
      params={{ chipId }}
      search={{ before: `cooldown:${before.cooldown_id}`, after: `cooldown:${cooldown.cooldown_id}` }}
      aria-label={`Compare with the one before: ${chipId}, ${before.cooldown_id}`}
    >
      Compare with the one before
    </Link>
  );
}
