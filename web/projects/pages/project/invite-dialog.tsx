import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, DialogBody, DialogForm } from '../../../ui/components/dialog.tsx';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { membersQuery } from '../../../ui/lib/api/queries.ts';
import type { Project, ProjectRole } from '../../../ui/lib/api/wire.ts';

/** Invites a user, who becomes a member by accepting. */
export function InviteDialog({ open, ...props }: { project: Project; open: boolean; onClose: () => void }) {
  return (
    <Dialog title={`Invite to ${props.project.name}`} open={open} onClose={props.onClose}>
      <InviteForm {...props} />
    </Dialog>
  );
}

function InviteForm({ project, onClose }: { project: Project; onClose: () => void }) {
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: (form: FormData) =>
      api.inviteProjectMember({
        params: { project_id: project.project_id },
        body: {
          username: String(form.get('username') ?? '').trim(),
          role: String(form.get('role')) as ProjectRole,
        },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: membersQuery(project.project_id).queryKey }),
  });
  if (invite.data)
    return (
      <DialogBody
        actions={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <Notice tone="good">
          <span>
            {invite.data.username} is invited and sees it on the page Projects. The name is not checked. They can also
            accept at this address:
          </span>
          <code>{`${window.location.origin}/projects/${encodeURIComponent(project.project_id)}`}</code>
        </Notice>
      </DialogBody>
    );
  return (
    <DialogForm action="Invite" busy={invite.isPending} onCancel={onClose} onSubmit={(form) => invite.mutate(form)}>
      <TextField label="Username" name="username" required autoComplete="off" autoCapitalize="none" />
      <SelectField label="Role" name="role" hint="Viewers read. Editors also write">
        <option value="viewer">viewer</option>
        <option value="editor">editor</option>
      </SelectField>
      <ErrorNotice error={invite.error} />
    </DialogForm>
  );
}
