import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { textOf, useWrite } from '../../../ui/lib/api/use-write.ts';
import type { Cryostat } from '../../../ui/lib/api/wire.ts';

const statuses: Cryostat['status'][] = ['active', 'maintenance', 'decommissioned'];

/** Records a cryostat, or changes one that is there. */
export function CryostatDialog(props: { cryostat: Cryostat | undefined; open: boolean; onClose: () => void }) {
  const title = props.cryostat ? `Edit ${props.cryostat.cryo_id}` : 'Add a cryostat';
  return (
    <Dialog title={title} open={props.open} onClose={props.onClose}>
      <CryostatForm {...props} />
    </Dialog>
  );
}

function CryostatForm({ cryostat, onClose }: { cryostat: Cryostat | undefined; onClose: () => void }) {
  const save = useWrite((form: FormData) => {
    const [name, manufacturer, model, location, note] = ['name', 'manufacturer', 'model', 'location', 'note'].map(
      (field) => textOf(form, field),
    );
    const body = { name, manufacturer, model, location, note, status: textOf(form, 'status') as Cryostat['status'] };
    return cryostat
      ? api.updateCryostat({ params: { cryo_id: cryostat.cryo_id }, body })
      : api.createCryostat({ body: { ...body, cryo_id: textOf(form, 'cryo_id') } });
  }, onClose);
  // The one move that does not exist is not offered.
  const offered = statuses.filter((one) => !(cryostat?.status === 'decommissioned' && one === 'maintenance'));
  return (
    <DialogForm
      action={cryostat ? 'Save' : 'Add'}
      busy={save.isPending}
      onCancel={onClose}
      onSubmit={(form) => save.mutate(form)}
    >
      {!cryostat && <TextField label="Cryostat id" name="cryo_id" maxLength={100} required autoComplete="off" />}
      <TextField label="Name" name="name" maxLength={200} optional defaultValue={cryostat?.name} />
      <TextField
        label="Manufacturer"
        name="manufacturer"
        maxLength={200}
        optional
        defaultValue={cryostat?.manufacturer}
      />
      <TextField label="Model" name="model" maxLength={200} optional defaultValue={cryostat?.model} />
      <TextField label="Location" name="location" maxLength={200} optional defaultValue={cryostat?.location} />
      <SelectField label="Status" name="status" defaultValue={cryostat?.status ?? 'active'}>
        {offered.map((status) => (
          <option key={status} value={status}>
            {status}
          </option>
        ))}
      </SelectField>
      <TextField label="Note" name="note" maxLength={5000} optional defaultValue={cryostat?.note.content} />
      <ErrorNotice error={save.error} />
    </DialogForm>
  );
}

/** Deletes a cryostat; the service says no while it has cool-downs. */
export function DeleteCryostatDialog(props: { cryoId: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={`Delete cryostat '${props.cryoId}'?`}
      description="Only a cryostat without cool-downs can be deleted. This cannot be undone."
      open={props.open}
      onClose={props.onClose}
    >
      <DeleteCryostatForm {...props} />
    </Dialog>
  );
}

function DeleteCryostatForm({ cryoId, onClose }: { cryoId: string; onClose: () => void }) {
  const remove = useWrite(() => api.deleteCryostat({ params: { cryo_id: cryoId } }), onClose);
  return (
    <DialogForm
      action="Delete cryostat"
      danger
      busy={remove.isPending}
      onCancel={onClose}
      onSubmit={() => remove.mutate(undefined)}
    >
      <ErrorNotice error={remove.error} />
    </DialogForm>
  );
}
