import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Dialog, DialogBody } from '../../../ui/components/dialog.tsx';
import { AreaField, TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';

type ImportedPerson = ResponseBody<'importUsers'>['results'][number];

/** Registers the people of a CSV list: what would become of each row is shown first, and their passwords at the end. */
export function ImportPeopleDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [csv, setCsv] = useState('');
  const preview = useMutation({ mutationFn: () => api.previewUserImport({ body: { csv } }) });
  const run = useMutation({
    mutationFn: () => api.importUsers({ body: { csv } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['people'] }),
  });
  const change = (text: string) => {
    setCsv(text);
    preview.reset();
  };
  const planned = preview.data?.results.filter(({ status }) => status === 'new').length ?? 0;
  if (run.data)
    return (
      <Dialog title="Imported people" open wide onClose={onClose}>
        <DialogBody
          actions={
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          }
        >
          <Notice tone="warn">
            {run.data.created} registered. Copy the passwords now: they are not shown again. Each is changed at the
            first sign-in.
          </Notice>
          <Rows rows={run.data.results} withPasswords />
        </DialogBody>
      </Dialog>
    );
  return (
    <Dialog
      title="Import people"
      description="A CSV list of at most 100, under the columns username, display_name, organization and system_role. Only the first is required."
      open
      wide
      onClose={onClose}
    >
      <DialogBody
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button disabled={csv === '' || preview.isPending} onClick={() => preview.mutate()}>
              Preview
            </Button>
            <Button variant="primary" disabled={planned === 0 || run.isPending} onClick={() => run.mutate()}>
              {run.isPending ? 'Working…' : planned === 0 ? 'Import' : `Import ${planned}`}
            </Button>
          </>
        }
      >
        <TextField
          label="File"
          type="file"
          accept=".csv,text/csv"
          onChange={async (event) => change((await event.target.files?.[0]?.text()) ?? '')}
        />
        <AreaField label="List" code rows={6} value={csv} onChange={(event) => change(event.target.value)} />
        {preview.data && <Rows rows={preview.data.results} />}
        <ErrorNotice error={preview.error ?? run.error} />
      </DialogBody>
    </Dialog>
  );
}

function Rows({ rows, withPasswords = false }: { rows: readonly ImportedPerson[]; withPasswords?: boolean }) {
  const columns: Column<ImportedPerson>[] = [
    { id: 'row', title: 'Row', cell: (row) => row.row_number, number: true },
    { id: 'username', title: 'Username', cell: (row) => row.username, wrap: true },
    { id: 'name', title: 'Name', cell: (row) => row.display_name ?? '', wrap: true },
    { id: 'role', title: 'Role', cell: (row) => (row.system_role === 'admin' ? 'administrator' : 'user') },
    { id: 'status', title: 'Becomes', cell: (row) => row.status },
    withPasswords
      ? {
          id: 'password',
          title: 'Password',
          cell: (row) => row.initial_password && <code>{row.initial_password}</code>,
        }
      : { id: 'message', title: 'Because', cell: (row) => row.message ?? '', wrap: true },
  ];
  return <DataTable bare label="Rows" columns={columns} rows={rows} rowKey={(row) => String(row.row_number)} />;
}
