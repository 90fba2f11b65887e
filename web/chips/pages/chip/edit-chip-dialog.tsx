import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Technology } from '#shared/values/rules/technology.ts';
import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { topologiesQuery } from '../../../ui/lib/api/chip-queries.ts';
import { topologyQuery } from '../../../ui/lib/api/queries.ts';
import { useWrite } from '../../../ui/lib/api/use-write.ts';
import type { Chip } from '../../../ui/lib/api/wire.ts';
import { technologyOptions } from '../../lib/technology.ts';
import { problemOfTopology } from '../../lib/topology/problem-of-topology.ts';

type Changes = Parameters<typeof api.updateChip>[0]['body'];

/** Changes the stated facts of a chip, and the topology of its drawing. */
export function EditChipDialog(props: { chip: Chip; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={`Edit chip '${props.chip.chip_id}'`}
      description="Values stay as they are."
      open={props.open}
      onClose={props.onClose}
    >
      <EditChipForm {...props} />
    </Dialog>
  );
}

function EditChipForm({ chip, onClose }: { chip: Chip; onClose: () => void }) {
  const save = useWrite((body: Changes) => api.updateChip({ params: { chip_id: chip.chip_id }, body }), onClose);
  const own = chip.topology_id ?? '';
  const [topologyId, setTopologyId] = useState(own);
  const topologies = useQuery(topologiesQuery());
  const known = useQuery({ ...topologyQuery(own), enabled: own !== '' });
  const chosen = useQuery({ ...topologyQuery(topologyId), enabled: topologyId !== own });
  const problem = known.data && chosen.data && problemOfTopology(known.data, chosen.data);
  return (
    <DialogForm
      action="Save"
      busy={save.isPending}
      disabled={topologyId !== own && (problem !== undefined || !chosen.data)}
      onCancel={onClose}
      onSubmit={(form) =>
        save.mutate({
          technology: form.get('technology') as Technology,
          activity_status: form.get('activity_status') as Changes['activity_status'],
          ...(topologyId !== own && { topology_id: topologyId }),
        })
      }
    >
      <SelectField
        label="Technology"
        name="technology"
        defaultValue={chip.technology}
        hint="Decides which values cannot be, from now on"
      >
        {technologyOptions.map(([technology, title]) => (
          <option key={technology} value={technology}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField label="Activity" name="activity_status" defaultValue={chip.activity_status}>
        <option value="active">Active</option>
        <option value="inactive">Inactive</option>
      </SelectField>
      <SelectField
        label="Topology"
        value={topologyId}
        problem={problem}
        hint="Gives the chip its places on the map, the readout lines that it states, and the couplings that the chip lacks"
        onChange={(event) => setTopologyId(event.target.value)}
      >
        <option value={own}>{own === '' ? 'None' : own}</option>
        {topologies.data
          ?.filter(({ id, num_qubits }) => id !== own && num_qubits === chip.size)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name === id ? id : `${name} (${id})`}
            </option>
          ))}
      </SelectField>
      {own !== '' && (
        <p>
          No topology fits?{' '}
          <Link to="/topologies/new" search={{ from: own }}>
            Draw another from this one
          </Link>
        </p>
      )}
      <ErrorNotice error={save.error ?? topologies.error ?? chosen.error} />
    </DialogForm>
  );
}
