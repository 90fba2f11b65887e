import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Session } from '../../../ui/lib/api/wire.ts';
import { formatInstant } from '../../../ui/lib/format/time.ts';
import { programName } from '../../lib/program-name.ts';
import { sessionsQuery } from '../../lib/queries.ts';

/** Sessions that are listed until all are asked for: scripts leave many. */
const shownAtFirst = 8;

/** The sessions of a user that have not ended, each with the button that ends it; one's own without a name. */
export function SessionTable({ username }: { username?: string }) {
  const queryClient = useQueryClient();
  const [isAll, setAll] = useState(false);
  const query = sessionsQuery(username);
  const timeZone = useTimeZone();
  const sessions = useQuery(query);
  const end = useMutation({
    mutationFn: (session_id: string) =>
      username === undefined
        ? api.deleteSession({ params: { session_id } })
        : api.deleteUserSession({ params: { username, session_id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  const columns: Column<Session>[] = [
    {
      id: 'program',
      title: 'Program',
      wrap: true,
      cell: (row) => (
        <span title={row.user_agent ?? undefined}>
          {programName(row.user_agent)}
          {row.current && ' (this session)'}
        </span>
      ),
    },
    {
      id: 'used',
      title: 'Last used',
      cell: (row) => (row.last_used_at ? <RelativeTime at={row.last_used_at} /> : 'never'),
    },
    { id: 'address', title: 'Address', cell: (row) => row.address },
    { id: 'began', title: 'Signed in', detail: true, cell: (row) => <RelativeTime at={row.created_at} /> },
    {
      id: 'end',
      title: <span className="visually-hidden">End</span>,
      cell: (row) =>
        !row.current && (
          <Button
            small
            disabled={end.isPending}
            aria-label={`End the session from ${row.address} of ${formatInstant(row.created_at, timeZone)}`}
            onClick={() => end.mutate(row.session_id)}
          >
            End
          </Button>
        ),
    },
  ];
  if (!sessions.data) return <Pending error={sessions.error} what="sessions" />;
  return (
    <>
      {sessions.data.length === 0 ? (
        <p>No sessions</p>
      ) : (
        <DataTable
          bare
          compact
          label="Sessions"
          columns={columns}
          rows={isAll ? sessions.data : sessions.data.slice(0, shownAtFirst)}
          rowKey={(row) => row.session_id}
        />
      )}
      {!isAll && sessions.data.length > shownAtFirst && (
        <div>
          <Button small onClick={() => setAll(true)}>
            Show all {sessions.data.length}
          </Button>
        </div>
      )}
      <ErrorNotice error={end.error} />
    </>
  );
}
