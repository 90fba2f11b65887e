import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { membersQuery, projectsQuery } from '../../../ui/lib/api/queries.ts';
import type { Member, Project } from '../../../ui/lib/api/wire.ts';
import styles from './project.module.css';

/** Handing a project over, and deleting it. */
export function DangerZone(props: { project: Project; members: readonly Member[]; isOwner: boolean }) {
  const { project, members, isOwner } = props;
  const [open, setOpen] = useState<'transfer' | 'delete'>();
  const close = () => setOpen(undefined);
  const offeredTo = members.find((member) => member.ownership_offered_at !== null);
  return (
    <Card title="Ownership">
      <div className={styles.rows}>
        <div>
          {isOwner && offeredTo ? (
            <>
              <span>The project is offered to {offeredTo.username}. You stay its owner until they accept.</span>
              <WithdrawButton project={project} />
            </>
          ) : (
            <>
              <span>
                {isOwner
                  ? 'Offer the project to another member. When they accept, you become an editor.'
                  : 'Make another member the owner. The current owner becomes an editor.'}
              </span>
              <Button onClick={() => setOpen('transfer')}>Transfer…</Button>
            </>
          )}
        </div>
        {isOwner && (
          <div>
            <span>Hides the project at once. You can restore it for 30 days.</span>
            <Button variant="danger" onClick={() => setOpen('delete')}>
              Delete…
            </Button>
          </div>
        )}
      </div>
      <Dialog title={`Transfer ${project.name}`} open={open === 'transfer'} onClose={close}>
        <TransferForm project={project} members={members} isOwner={isOwner} onClose={close} />
      </Dialog>
      <Dialog
        title={`Delete ${project.name}?`}
        description="Hides its chips, values and runs at once. They are purged after 30 days."
        open={open === 'delete'}
        onClose={close}
      >
        <DeleteForm project={project} onClose={close} />
      </Dialog>
    </Card>
  );
}

function WithdrawButton({ project }: { project: Project }) {
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => api.withdrawProjectTransfer({ params: { project_id: project.project_id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery(project.project_id).queryKey }),
  });
  return (
    <>
      <Button disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Withdraw offer
      </Button>
      <ErrorNotice error={withdraw.error} />
    </>
  );
}

function TransferForm(props: { project: Project; members: readonly Member[]; isOwner: boolean; onClose: () => void }) {
  const { project, isOwner, onClose } = props;
  const queryClient = useQueryClient();
  const others = props.members.filter((member) => member.status === 'active' && member.role !== 'owner');
  const transfer = useMutation({
    mutationFn: (username: string) =>
      api.transferProjectOwnership({ params: { project_id: project.project_id }, body: { username } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: projectsQuery().queryKey });
      await queryClient.invalidateQueries({ queryKey: membersQuery(project.project_id).queryKey });
      onClose();
    },
  });
  if (others.length === 0) return <p>There is no other active member. Invite the next owner first.</p>;
  return (
    <DialogForm
      action={isOwner ? 'Offer' : 'Transfer'}
      danger
      busy={transfer.isPending}
      onCancel={onClose}
      onSubmit={(form) => transfer.mutate(String(form.get('username')))}
    >
      <SelectField label="Next owner" name="username">
        {others.map((member) => (
          <option key={member.user_id} value={member.username}>
            {member.username}
          </option>
        ))}
      </SelectField>
      <ErrorNotice error={transfer.error} />
    </DialogForm>
  );
}

function DeleteForm({ project, onClose }: { project: Project; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => api.deleteProject({ params: { project_id: project.project_id } }),
    // The address may be of the project that is gone.
    onSuccess: () => location.assign('/projects'),
  });
  return (
    <DialogForm
      action="Delete project"
      danger
      busy={remove.isPending}
      disabled={typed !== project.name}
      onCancel={onClose}
      onSubmit={() => remove.mutate()}
    >
      <TextField
        label={`Type ${project.name} to confirm`}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <ErrorNotice error={remove.error} />
    </DialogForm>
  );
}
