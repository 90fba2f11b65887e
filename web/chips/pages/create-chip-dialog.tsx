import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Technology } from '#shared/values/rules/technology.ts';
import { Dialog, DialogForm } from '../../ui/components/dialog.tsx';
import { SelectField, TextField } from '../../ui/components/field.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { topologiesQuery } from '../../ui/lib/api/chip-queries.ts';
import { projectKey } from '../../ui/lib/api/queries.ts';
import { technologyOptions } from '../lib/technology.ts';

/** Creates a chip from a topology and opens it. */
export function CreateChipDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title="Create a chip"
      description="Its qubits and couplings follow from the topology."
      open={open}
      onClose={onClose}
    >
      <CreateChipForm onClose={onClose} />
    </Dialog>
  );
}

function CreateChipForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const topologies = useQuery(topologiesQuery());
  const create = useMutation({
    mutationFn: (body: { chip_id: string; topology_id: string; technology: Technology }) => api.createChip({ body }),
    onSuccess: async (chip) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      await navigate({ to: '/chips/$chipId', params: { chipId: chip.chip_id } });
    },
  });
  return (
    <DialogForm
      action="Create"
      busy={create.isPending}
      disabled={!topologies.data}
      onCancel={onClose}
      onSubmit={(form) =>
        create.mutate({
          chip_id: String(form.get('chip_id')),
          topology_id: String(form.get('topology_id')),
          technology: form.get('technology') as Technology,
        })
      }
    >
      <TextField label="Chip id" name="chip_id" maxLength={64} required autoComplete="off" />
      <SelectField
        key={topologies.data ? 'known' : 'loading'}
        label="Topology"
        name="topology_id"
        required
        defaultValue="square-lattice-mux-64"
      >
        {topologies.data?.map((topology) => (
          <option key={topology.id} value={topology.id}>
            {topology.name === topology.id ? topology.id : `${topology.name} (${topology.id})`}
          </option>
        ))}
      </SelectField>
      <p>
        No topology fits? <Link to="/topologies/new">Draw a new one</Link>
      </p>
      <SelectField label="Technology" name="technology" hint="Decides which values cannot be">
        {technologyOptions.map(([technology, title]) => (
          <option key={technology} value={technology}>
            {title}
          </option>
        ))}
      </SelectField>
      <ErrorNotice error={create.error ?? topologies.error} />
    </DialogForm>
  );
}
