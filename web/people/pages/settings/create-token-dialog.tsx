import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarDay } from '#shared/kernel/rules/calendar.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, DialogBody, DialogForm } from '../../../ui/components/dialog.tsx';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { tokensQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Project, ProjectRole } from '../../../ui/lib/api/wire.ts';
import styles from './form.module.css';

/** Creates an API token and shows its secret, this once. */
export function CreateTokenDialog(props: { open: boolean; onClose: () => void; projects: readonly Project[] }) {
  return (
    <Dialog title="Create an API token" open={props.open} onClose={props.onClose}>
      <CreateTokenForm {...props} />
    </Dialog>
  );
}

function CreateTokenForm({ onClose, projects }: { onClose: () => void; projects: readonly Project[] }) {
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const [ends, setEnds] = useState<'usual' | 'day' | 'never'>('usual');
  const create = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim() || null;
      const day = text('day');
      const expires = {
        usual: undefined,
        day: day === null ? undefined : calendarDay(day, timeZone)?.end,
        never: null,
      }[ends];
      return api.createApiToken({
        body: {
          name: text('name') ?? '',
          project_id: text('project'),
          role: text('role') as ProjectRole | null,
          ...(expires === undefined ? {} : { expires_at: expires }),
        },
      });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensQuery().queryKey }),
  });
  if (create.data)
    return (
      <DialogBody
        actions={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <Notice tone="warn">Copy the secret now: it is not shown again.</Notice>
        <code className={styles.secret}>{create.data.token}</code>
        <div>
          <Button onClick={() => void navigator.clipboard?.writeText(create.data.token)}>Copy</Button>
        </div>
      </DialogBody>
    );
  return (
    <DialogForm action="Create" busy={create.isPending} onCancel={onClose} onSubmit={(form) => create.mutate(form)}>
      <TextField label="Name" name="name" maxLength={100} required autoComplete="off" />
      <SelectField label="Project" name="project" hint="A token of one project cannot reach the others">
        <option value="">All your projects</option>
        {projects.map((project) => (
          <option key={project.project_id} value={project.project_id}>
            {project.name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Highest role" name="role">
        <option value="">Same as yours</option>
        <option value="viewer">viewer</option>
        <option value="editor">editor</option>
        <option value="owner">owner</option>
      </SelectField>
      <SelectField label="Expires" value={ends} onChange={(event) => setEnds(event.target.value as typeof ends)}>
        <option value="usual">After 90 days</option>
        <option value="day">After a day</option>
        <option value="never">Never</option>
      </SelectField>
      {ends === 'day' && <TextField label={`Last day (${timeZone})`} name="day" type="date" required />}
      <ErrorNotice error={create.error} />
    </DialogForm>
  );
}
