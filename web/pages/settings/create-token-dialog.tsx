import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogBody, DialogForm } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api.ts';
import { tokensQuery } from '../../lib/queries.ts';
import type { Project, ProjectRole } from '../../lib/wire.ts';
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
  const create = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim() || null;
      const expires = text('expires');
      return api.createApiToken({
        body: {
          name: text('name') ?? '',
          project_id: text('project'),
          role: text('role') as ProjectRole | null,
          expires_at: expires && `${expires}T23:59:59.999Z`,
        },
      });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensQuery().queryKey }),
  });
  if (create.data)
    return (
      <DialogBody
        actions={
          <Button look="primary" onClick={onClose}>
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
      <SelectField label="Project" name="project" hint="A token of one project cannot reach the others.">
        <option value="">All of yours</option>
        {projects.map((project) => (
          <option key={project.project_id} value={project.project_id}>
            {project.name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Role at most" name="role">
        <option value="">As yours</option>
        <option value="viewer">viewer</option>
        <option value="editor">editor</option>
        <option value="owner">owner</option>
      </SelectField>
      <TextField label="Last day (UTC)" name="expires" type="date" optional />
      <ErrorNotice error={create.error} />
    </DialogForm>
  );
}
