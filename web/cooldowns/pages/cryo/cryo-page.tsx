import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionMenu } from '../../../ui/components/action-menu.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Fold } from '../../../ui/components/fold.tsx';
import { EmptyState } from '../../../ui/components/notice.tsx';
import { Page } from '../../../ui/components/page.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { cooldownQuery, cooldownsQuery, cryostatsQuery, useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import type { Cooldown } from '../../../ui/lib/api/wire.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import type { CryoSearch } from '../../../ui/lib/url/search-types.ts';
import { NewCooldownDialog } from './cooldown-dialogs.tsx';
import { CooldownPanel } from './cooldown-panel.tsx';
import { CryostatDialog, DeleteCryostatDialog } from './cryostat-dialogs.tsx';
import { barId, Timeline } from './timeline.tsx';

const route = getRouteApi('/app/cryo');
const pageSize = 100;

const toCooldown = (id: string) => (
  <Link to="/cryo" search={(search) => ({ ...search, cooldown: id })} resetScroll={false}>
    {id}
  </Link>
);

const cooldownColumns: Column<Cooldown>[] = [
  { id: 'cooldown', title: 'Cool-down', cell: (row) => toCooldown(row.cooldown_id) },
  { id: 'cryostat', title: 'Cryostat', cell: (row) => row.cryo_id },
  { id: 'started', title: 'Started', cell: (row) => <ClockTime at={row.started_at} /> },
  { id: 'ended', title: 'Ended', cell: (row) => (row.ended_at ? <ClockTime at={row.ended_at} /> : 'ongoing') },
  { id: 'chips', title: 'Chips', cell: (row) => row.chip_ids.toSorted().join(', ') || 'no chips', wrap: true },
  { id: 'description', title: 'Description', cell: (row) => row.description, wrap: true, detail: true },
];

/** The open dialog, and the cryostat that it is about. */
type Open = { dialog: 'cooldown' | 'add' } | { dialog: 'edit' | 'delete'; cryoId: string } | undefined;

/** The reads that the address of the page tells. */
export const load = ({ search: { page = 1, cooldown } }: PageAt<never, CryoSearch>) => [
  cryostatsQuery(),
  cooldownsQuery((page - 1) * pageSize, pageSize),
  ...(cooldown === undefined ? [] : [cooldownQuery(cooldown)]),
];

/** Cryostats with their cool-downs on one time line, and the chips in them. */
export function CryoPage() {
  const { page = 1, cooldown } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open>();
  const [wasPressed, setWasPressed] = useState(false);
  const readOnly = useReadOnlyReason();
  const cryostats = useQuery(cryostatsQuery());
  const cooldowns = useQuery(cooldownsQuery((page - 1) * pageSize, pageSize));
  const select = (id: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, cooldown: id }), resetScroll: false });
  const close = () => setOpen(undefined);
  const about = open && 'cryoId' in open ? cryostats.data?.find((one) => one.cryo_id === open.cryoId) : undefined;
  const add = (
    <Button
      variant={cryostats.data?.length === 0 ? 'primary' : 'plain'}
      disabledReason={readOnly}
      onClick={() => setOpen({ dialog: 'add' })}
    >
      Add a cryostat…
    </Button>
  );
  const actions = (
    <>
      {add}
      <Button variant="primary" disabledReason={readOnly} onClick={() => setOpen({ dialog: 'cooldown' })}>
        Start a cool-down…
      </Button>
    </>
  );
  return (
    <Page title="Cryostats" actions={cryostats.data?.length ? actions : undefined}>
      {!cryostats.data || !cooldowns.data ? (
        <Pending error={cryostats.error ?? cooldowns.error} what="cryostats" />
      ) : cryostats.data.length === 0 ? (
        <EmptyState title="No cryostats yet" actions={add}>
          Add the lab's cryostats, then their cool-downs. Values of different cool-downs can then be told apart.
        </EmptyState>
      ) : (
        <>
          <Timeline
            cryostats={cryostats.data}
            cooldowns={cooldowns.data.cooldowns}
            selected={cooldown}
            actions={({ cryo_id: cryoId }) => (
              <ActionMenu
                label={`Actions of ${cryoId}`}
                disabledReason={readOnly}
                entries={[
                  { label: 'Edit…', onClick: () => setOpen({ dialog: 'edit', cryoId }) },
                  { label: 'Delete…', danger: true, onClick: () => setOpen({ dialog: 'delete', cryoId }) },
                ]}
              />
            )}
            onOpen={() => setWasPressed(true)}
          />
          {cooldown !== undefined && (
            <CooldownPanel
              key={cooldown}
              cooldownId={cooldown}
              takesFocus={wasPressed}
              onClose={() => {
                select(undefined);
                document.getElementById(barId(cooldown))?.focus();
              }}
            />
          )}
          {cooldowns.data.cooldowns.length === 0 ? (
            <p>No cool-downs yet. Start one when a cryostat cools down, with its chips.</p>
          ) : (
            <Fold summary={`Cool-downs as a table (${cooldowns.data.total ?? cooldowns.data.cooldowns.length})`}>
              <DataTable
                compact
                label="Cool-downs"
                columns={cooldownColumns}
                rows={cooldowns.data.cooldowns}
                rowKey={(row) => row.cooldown_id}
                selectedKey={cooldown}
              />
            </Fold>
          )}
          <Pager
            page={page}
            pageSize={pageSize}
            total={cooldowns.data.total ?? 0}
            what="cool-downs"
            onPage={(next) => void navigate({ search: { page: next } })}
          />
        </>
      )}
      <CryostatDialog
        key={about?.cryo_id ?? 'new'}
        cryostat={about}
        open={open?.dialog === 'add' || (open?.dialog === 'edit' && about !== undefined)}
        onClose={close}
      />
      <DeleteCryostatDialog cryoId={about?.cryo_id ?? ''} open={open?.dialog === 'delete'} onClose={close} />
      <NewCooldownDialog
        cryostats={cryostats.data ?? []}
        open={open?.dialog === 'cooldown'}
        onClose={close}
        onCreated={select}
      />
    </Page>
  );
}
