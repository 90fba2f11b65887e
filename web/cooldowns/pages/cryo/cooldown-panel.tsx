import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { NoteText } from '../../../notes/components/note-text.tsx';
import { ActionMenu } from '../../../ui/components/action-menu.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card, DescriptionList } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { allChipsQuery, cooldownQuery, cooldownsQuery, useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import { useWrite } from '../../../ui/lib/api/use-write.ts';
import type { Cooldown } from '../../../ui/lib/api/wire.ts';
import { useNow } from '../../../ui/lib/hooks/use-now.ts';
import { cooldownBefore } from '../../lib/before.ts';
import { timeCold } from '../../lib/time-cold.ts';
import { DeleteCooldownDialog, EditCooldownDialog, EndCooldownDialog } from './cooldown-dialogs.tsx';
import styles from './cooldown-panel.module.css';
import { WiringSection } from './wiring.tsx';

/** The selected cool-down: its facts, its chips, and its actions. Escape leads back to its bar. */
export function CooldownPanel(props: {
  cooldownId: string;
  /** It was opened by a press, and not by the address. */
  takesFocus: boolean;
  onClose: () => void;
}) {
  const { cooldownId, takesFocus, onClose } = props;
  const cooldown = useQuery(cooldownQuery(cooldownId));
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={styles.panel}
      aria-label={`Cool-down ${cooldownId}`}
      onKeyDown={({ key, target, currentTarget }) => {
        // A dialog of the panel hands its events on to it, and closes by itself.
        if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) onClose();
      }}
    >
      <Card
        title={cooldownId}
        note={
          <Button small variant="quiet" onClick={onClose}>
            Close
          </Button>
        }
      >
        {cooldown.data ? (
          <LoadedCooldown cooldown={cooldown.data} onClose={onClose} />
        ) : (
          <Pending error={cooldown.error} what={`cool-down ${cooldownId}`} />
        )}
      </Card>
    </section>
  );
}

function LoadedCooldown({ cooldown, onClose }: { cooldown: Cooldown; onClose: () => void }) {
  const [open, setOpen] = useState<'edit' | 'end' | 'delete'>();
  const readOnly = useReadOnlyReason();
  const of = { cooldown, onClose: () => setOpen(undefined) };
  const reopen = useWrite(
    () => api.updateCooldown({ params: { cooldown_id: cooldown.cooldown_id }, body: { ended_at: null } }),
    () => undefined,
  );
  return (
    <>
      <DescriptionList
        items={[
          [cooldown.ended_at ? 'Was cold for' : 'Cold for', <TimeCold key="cold" cooldown={cooldown} />],
          ['Cryostat', cooldown.cryo_id],
          ['Started', <ClockTime key="started" at={cooldown.started_at} />],
          ['Ended', cooldown.ended_at ? <ClockTime key="ended" at={cooldown.ended_at} /> : 'ongoing'],
          ['Description', cooldown.description || 'none'],
        ]}
      />
      <div className={styles.actions}>
        {cooldown.ended_at === null ? (
          <Button disabledReason={readOnly} onClick={() => setOpen('end')}>
            End…
          </Button>
        ) : (
          <Button disabledReason={readOnly} disabled={reopen.isPending} onClick={() => reopen.mutate(undefined)}>
            Reopen
          </Button>
        )}
        <Button disabledReason={readOnly} onClick={() => setOpen('edit')}>
          Edit…
        </Button>
        <ActionMenu
          label={`Actions of ${cooldown.cooldown_id}`}
          disabledReason={readOnly}
          entries={[{ label: 'Delete…', danger: true, onClick: () => setOpen('delete') }]}
        />
      </div>
      <ErrorNotice error={reopen.error} />
      <Chips cooldown={cooldown} />
      <h3>Note</h3>
      {cooldown.note.content === '' ? (
        <p>No note on {cooldown.cooldown_id}</p>
      ) : (
        <NoteText
          text={cooldown.note.content}
          chipId={cooldown.chip_ids.length === 1 ? cooldown.chip_ids[0] : undefined}
        />
      )}
      <WiringSection key={cooldown.cooldown_id} cooldown={cooldown} />
      <EditCooldownDialog {...of} open={open === 'edit'} />
      <EndCooldownDialog {...of} open={open === 'end'} />
      <DeleteCooldownDialog {...of} open={open === 'delete'} onDeleted={onClose} />
    </>
  );
}

const refreshMilliseconds = 30_000;

/** From the start of a cool-down to its end, or until now. */
function TimeCold({ cooldown }: { cooldown: Cooldown }) {
  const now = useNow(cooldown.ended_at === null ? refreshMilliseconds : undefined);
  return timeCold(cooldown, now);
}

/** The chips in a cool-down, each with what can be done; others of the project are picked. */
function Chips({ cooldown }: { cooldown: Cooldown }) {
  const chips = useQuery(allChipsQuery());
  const others = useQuery(cooldownsQuery(0, 100));
  const readOnly = useReadOnlyReason();
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
                disabledReason={readOnly}
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
          disabledReason={readOnly ?? (chosen === '' ? 'No chip is chosen' : assign.isPending ? 'Adding…' : undefined)}
          onClick={() => assign.mutate(chosen)}
        >
          Add chip
        </Button>
      </div>
      <ErrorNotice error={chips.error ?? assign.error ?? unassign.error} />
    </>
  );
}

/** Leads to the changes on a chip since the cool-down before; hidden for its first. */
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
