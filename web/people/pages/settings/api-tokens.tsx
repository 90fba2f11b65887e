import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ClockTime, RelativeTime } from '../../../ui/components/relative-time.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { projectsQuery, tokensQuery } from '../../../ui/lib/api/queries.ts';
import type { ApiToken } from '../../../ui/lib/api/wire.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';

/** Named API tokens: what scripts and workers sign in with. */
export function ApiTokens() {
  const queryClient = useQueryClient();
  const [creating, setCreating] = useState(false);
  const tokens = useQuery(tokensQuery());
  const projects = useQuery(projectsQuery());
  const revoke = useMutation({
    mutationFn: (tokenId: string) => api.deleteApiToken({ params: { token_id: tokenId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensQuery().queryKey }),
  });
  const projectName = (id: string | null) =>
    id === null ? 'all your projects' : (projects.data?.find((project) => project.project_id === id)?.name ?? id);
  const columns: Column<ApiToken>[] = [
    { id: 'name', title: 'Name', cell: (row) => row.name, wrap: true },
    { id: 'role', title: 'Role', cell: (row) => row.role ?? 'yours' },
    { id: 'project', title: 'Project', cell: (row) => projectName(row.project_id) },
    { id: 'created', title: 'Created', detail: true, cell: (row) => <RelativeTime at={row.created_at} /> },
    {
      id: 'used',
      title: 'Last used',
      cell: (row) => (row.last_used_at ? <RelativeTime at={row.last_used_at} /> : 'never'),
    },
    {
      id: 'expires',
      title: 'Expires',
      cell: (row) => (row.revoked ? 'revoked' : row.expires_at ? <ClockTime at={row.expires_at} /> : 'never'),
    },
    {
      id: 'revoke',
      title: <span className="visually-hidden">Revoke</span>,
      cell: (row) => (
        <Button
          small
          disabled={revoke.isPending}
          aria-label={`Revoke ${row.name}`}
          onClick={() => revoke.mutate(row.token_id)}
        >
          Revoke
        </Button>
      ),
    },
  ];
  return (
    <Card title="API tokens" note="For scripts and workers. A secret is shown once">
      {!tokens.data ? (
        <Pending error={tokens.error} what="tokens" />
      ) : tokens.data.length === 0 ? (
        <p>No tokens yet</p>
      ) : (
        <DataTable
          bare
          compact
          label="API tokens"
          columns={columns}
          rows={tokens.data}
          rowKey={(row) => row.token_id}
        />
      )}
      <ErrorNotice error={revoke.error} />
      <div>
        <Button onClick={() => setCreating(true)}>Create a token</Button>
      </div>
      <CreateTokenDialog open={creating} onClose={() => setCreating(false)} projects={projects.data ?? []} />
    </Card>
  );
}
