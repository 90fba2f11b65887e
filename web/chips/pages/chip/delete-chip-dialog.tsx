import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { DescriptionList } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { deletionImpactQuery } from '../../../ui/lib/api/chip-queries.ts';
import { projectKey } from '../../../ui/lib/api/queries.ts';

/** Deletes a chip after saying what that removes and having its name typed. */
export function DeleteChipDialog(props: { chipId: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={`Delete chip '${props.chipId}'?`}
      description="The chip is hidden at once. You can undo this for 24 hours, unless a new chip gets its id; then its qubits, couplings, values and notes are removed. Task results, runs and events are kept."
      open={props.open}
      onClose={props.onClose}
    >
      <DeleteChipForm {...props} />
    </Dialog>
  );
}

function DeleteChipForm({ chipId, onClose }: { chipId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const impact = useQuery(deletionImpactQuery(chipId));
  const remove = useMutation({
    mutationFn: () => api.deleteChip({ params: { chip_id: chipId }, query: { force: true } }),
    onSuccess: async () => {
      await navigate({ to: '/chips' });
      queryClient.removeQueries({ queryKey: [...projectKey(), 'chip', chipId] });
      await queryClient.invalidateQueries({ queryKey: projectKey() });
    },
  });
  return (
    <DialogForm
      action="Delete chip"
      danger
      busy={remove.isPending}
      disabled={typed !== chipId || !impact.data}
      onCancel={onClose}
      onSubmit={() => remove.mutate()}
    >
      {impact.data ? (
        <DescriptionList
          items={[
            ['Qubits', impact.data.qubits],
            ['Couplings', impact.data.couplings],
            ['Task results (kept)', impact.data.task_results],
            ['Cool-downs that name it', impact.data.cooldowns_referencing],
          ]}
        />
      ) : (
        <Pending error={impact.error} what="what is removed" />
      )}
      <TextField
        label={`Type ${chipId} to confirm`}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <ErrorNotice error={remove.error} />
    </DialogForm>
  );
}
