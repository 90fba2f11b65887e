import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Pending } from '../../components/pending.tsx';
import { ClockTime } from '../../components/relative-time.tsx';
import { CryostatStatus } from '../../components/status.tsx';
import { cooldownsQuery, cryostatsQuery } from '../../lib/api/queries.ts';
import type { Cooldown, Cryostat } from '../../lib/api/wire.ts';
import { plural } from '../../lib/format/words.ts';
import { NewCooldownDialog } from './cooldown-dialogs.tsx';
import { CooldownPanel } from './cooldown-panel.tsx';
import { CryostatDialog, DeleteCryostatDialog } from './cryostat-dialogs.tsx';
import { Timeline } from './timeline.tsx';

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
  { id: 'chips', title: 'Chips', cell: (row) => plural(row.chip_ids.length, 'chip') },
  { id: 'description', title: 'Description', cell: (row) => row.description, wrap: true, detail: true },
];

/** What is open: a dialog, and the cryostat that it is about. */
type Open = { dialog: 'cooldown' | 'add' } | { dialog: 'edit' | 'delete'; cryoId: string } | undefined;

/** Cryostats, their cool-downs on a time line, and the chips in them. */
export function CryoPage() {
  const { page = 1, cooldown } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open>();
  const cryostats = useQuery(cryostatsQuery());
  const cooldowns = useQuery(cooldownsQuery((page - 1) * pageSize, pageSize));
  const select = (id: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, cooldown: id }), resetScroll: false });
  const close = () => setOpen(undefined);
  const about = open && 'cryoId' in open ? cryostats.data?.find((one) => one.cryo_id === open.cryoId) : undefined;
  const add = <Button onClick={() => setOpen({ dialog: 'add' })}>Add a cryostat</Button>;
  const actions = (
    <>
      {add}
      <Button variant="primary" onClick={() => setOpen({ dialog: 'cooldown' })}>
        Start a cool-down
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
          <DataTable
            compact
            label="Cryostats"
            columns={cryostatColumns(setOpen)}
            rows={cryostats.data}
            rowKey={(row) => row.cryo_id}
          />
          <Cooldowns cryostats={cryostats.data} cooldowns={cooldowns.data.cooldowns} selected={cooldown} />
          <Pager
            page={page}
            pageSize={pageSize}
            total={cooldowns.data.total ?? 0}
            what="cool-downs"
            onPage={(next) => void navigate({ search: { page: next } })}
          />
          {cooldown !== undefined && (
            <CooldownPanel key={cooldown} cooldownId={cooldown} onNotFound={() => select(undefined)} />
          )}
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

const cryostatColumns = (open: (what: Open) => void): Column<Cryostat>[] => [
  { id: 'cryostat', title: 'Cryostat', cell: (row) => row.cryo_id },
  { id: 'status', title: 'Status', cell: (row) => <CryostatStatus status={row.status} /> },
  { id: 'name', title: 'Name', cell: (row) => row.name || '–', wrap: true, detail: true },
  {
    id: 'ongoing',
    title: 'Ongoing cool-down',
    cell: (row) => (row.ongoing_cooldown_id ? toCooldown(row.ongoing_cooldown_id) : 'not cold'),
  },
  { id: 'count', title: 'Cool-downs', cell: (row) => row.cooldown_count, number: true, detail: true },
  { id: 'location', title: 'Location', cell: (row) => row.location || '–', wrap: true, detail: true },
  {
    id: 'actions',
    title: <span className="visually-hidden">Actions</span>,
    cell: (row) => (
      <>
        <Button small aria-label={`Edit ${row.cryo_id}`} onClick={() => open({ dialog: 'edit', cryoId: row.cryo_id })}>
          Edit
        </Button>{' '}
        <Button
          small
          aria-label={`Delete ${row.cryo_id}`}
          onClick={() => open({ dialog: 'delete', cryoId: row.cryo_id })}
        >
          Delete
        </Button>
      </>
    ),
  },
];

function Cooldowns(props: { cryostats: Cryostat[]; cooldowns: Cooldown[]; selected: string | undefined }) {
  if (props.cooldowns.length === 0)
    return (
      <Card title="Cool-downs">
        <p>No cool-downs yet. Start one when a cryostat cools down, with its chips.</p>
      </Card>
    );
  return (
    <>
      <Card title="Cool-downs">
        <Timeline {...props} />
      </Card>
      <DataTable
        compact
        label="Cool-downs"
        columns={cooldownColumns}
        rows={props.cooldowns}
        rowKey={(row) => row.cooldown_id}
        selectedKey={props.selected}
      />
    </>
  );
}
