import type { Technology } from '#shared/domain/metrics/technology.ts';
import { Dialog, DialogForm } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { api } from '../../lib/api/api.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import type { Chip } from '../../lib/api/wire.ts';
import { technologyOptions } from '../../lib/chips/technology.ts';

type Changes = Parameters<typeof api.updateChip>[0]['body'];

/** Changes what is stated of a chip, and nothing of its layout. */
export function EditChipDialog(props: { chip: Chip; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={`Edit chip '${props.chip.chip_id}'`}
      description="Qubits, couplings and values stay as they are."
      open={props.open}
      onClose={props.onClose}
    >
      <EditChipForm {...props} />
    </Dialog>
  );
}

function EditChipForm({ chip, onClose }: { chip: Chip; onClose: () => void }) {
  const save = useWrite((body: Changes) => api.updateChip({ params: { chip_id: chip.chip_id }, body }), onClose);
  return (
    <DialogForm
      action="Save"
      busy={save.isPending}
      onCancel={onClose}
      onSubmit={(form) =>
        save.mutate({
          technology: form.get('technology') as Technology,
          activity_status: form.get('activity_status') as Changes['activity_status'],
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
      <ErrorNotice error={save.error} />
    </DialogForm>
  );
}
