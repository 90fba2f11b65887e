import { useState } from 'react';
import { Dialog, DialogForm } from '../../components/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { api } from '../../lib/api.ts';
import { useFormTimeZone } from '../../lib/queries.ts';
import { instantOfWallClock, wallClockOf } from '../../lib/time.ts';
import { textOf, useWrite } from '../../lib/use-write.ts';
import type { Cooldown, Cryostat } from '../../lib/wire.ts';

/** Starts a cool-down, or records one of the past. */
export function NewCooldownDialog(props: {
  cryostats: readonly Cryostat[];
  open: boolean;
  onClose: () => void;
  onCreated: (cooldownId: string) => void;
}) {
  return (
    <Dialog
      title="Add a cool-down"
      description="Without an end it is ongoing; a cryostat has one ongoing cool-down at most."
      open={props.open}
      onClose={props.onClose}
    >
      <NewCooldownForm {...props} />
    </Dialog>
  );
}

function NewCooldownForm(props: Parameters<typeof NewCooldownDialog>[0]) {
  const timeZone = useFormTimeZone();
  const [now] = useState(() => wallClockOf(new Date().toISOString(), timeZone));
  const [cooldownId, setCooldownId] = useState('');
  const create = useWrite(
    (form: FormData) =>
      api.createCooldown({
        body: {
          cooldown_id: cooldownId.trim(),
          cryo_id: textOf(form, 'cryo_id'),
          description: textOf(form, 'description'),
          started_at: instantOfWallClock(textOf(form, 'started_at'), timeZone) ?? '',
          ended_at: instantOfWallClock(textOf(form, 'ended_at'), timeZone) ?? null,
        },
      }),
    () => {
      props.onClose();
      props.onCreated(cooldownId.trim());
    },
  );
  const free = props.cryostats.find((one) => one.ongoing_cooldown_id === null && one.status !== 'decommissioned');
  return (
    <DialogForm action="Add" busy={create.isPending} onCancel={props.onClose} onSubmit={(form) => create.mutate(form)}>
      <TextField
        label="Cool-down id"
        maxLength={100}
        required
        autoComplete="off"
        value={cooldownId}
        onChange={(event) => setCooldownId(event.target.value)}
      />
      <SelectField label="Cryostat" name="cryo_id" required defaultValue={(free ?? props.cryostats[0])?.cryo_id}>
        {props.cryostats.map((cryostat) => (
          <option key={cryostat.cryo_id} value={cryostat.cryo_id}>
            {cryostat.cryo_id}
          </option>
        ))}
      </SelectField>
      <TextField
        label={`Started (${timeZone})`}
        name="started_at"
        type="datetime-local"
        step="1"
        defaultValue={now}
        required
      />
      <TextField label={`Ended (${timeZone})`} name="ended_at" type="datetime-local" step="1" optional />
      <TextField label="Description" name="description" maxLength={2000} optional />
      <ErrorNotice error={create.error} />
    </DialogForm>
  );
}

interface OfCooldown {
  cooldown: Cooldown;
  open: boolean;
  onClose: () => void;
}

/** Changes what is known of a cool-down. */
export function EditCooldownDialog(props: OfCooldown) {
  return (
    <Dialog title={`Edit ${props.cooldown.cooldown_id}`} open={props.open} onClose={props.onClose}>
      <EditCooldownForm {...props} />
    </Dialog>
  );
}

function EditCooldownForm({ cooldown, onClose }: OfCooldown) {
  const timeZone = useFormTimeZone();
  const started = wallClockOf(cooldown.started_at, timeZone);
  const ended = cooldown.ended_at === null ? undefined : wallClockOf(cooldown.ended_at, timeZone);
  // What is shown ends at the second: a time that was not touched is not sent, and keeps its milliseconds.
  const changed = (text: string, shown: string) => (text === shown ? undefined : instantOfWallClock(text, timeZone));
  const save = useWrite(
    (form: FormData) =>
      api.updateCooldown({
        params: { cooldown_id: cooldown.cooldown_id },
        body: {
          description: textOf(form, 'description'),
          note: textOf(form, 'note'),
          started_at: changed(textOf(form, 'started_at'), started),
          ended_at: ended === undefined ? undefined : changed(textOf(form, 'ended_at'), ended),
        },
      }),
    onClose,
  );
  return (
    <DialogForm action="Save" busy={save.isPending} onCancel={onClose} onSubmit={(form) => save.mutate(form)}>
      <TextField label="Description" name="description" maxLength={2000} optional defaultValue={cooldown.description} />
      <TextField
        label={`Started (${timeZone})`}
        name="started_at"
        type="datetime-local"
        step="1"
        defaultValue={started}
        required
      />
      {ended !== undefined && (
        <TextField
          label={`Ended (${timeZone})`}
          name="ended_at"
          type="datetime-local"
          step="1"
          defaultValue={ended}
          required
        />
      )}
      <TextField label="Note" name="note" maxLength={5000} optional defaultValue={cooldown.note.content} />
      <ErrorNotice error={save.error} />
    </DialogForm>
  );
}

/** Ends an ongoing cool-down. */
export function EndCooldownDialog(props: OfCooldown) {
  return (
    <Dialog
      title={`End ${props.cooldown.cooldown_id}`}
      description="It stays in the record with its chips, and is no longer their current cool-down."
      open={props.open}
      onClose={props.onClose}
    >
      <EndCooldownForm {...props} />
    </Dialog>
  );
}

function EndCooldownForm({ cooldown, onClose }: OfCooldown) {
  const timeZone = useFormTimeZone();
  const [now] = useState(() => wallClockOf(new Date().toISOString(), timeZone));
  const end = useWrite(
    (form: FormData) =>
      api.updateCooldown({
        params: { cooldown_id: cooldown.cooldown_id },
        body: { ended_at: instantOfWallClock(textOf(form, 'ended_at'), timeZone) },
      }),
    onClose,
  );
  return (
    <DialogForm action="End" busy={end.isPending} onCancel={onClose} onSubmit={(form) => end.mutate(form)}>
      <TextField
        label={`Ended (${timeZone})`}
        name="ended_at"
        type="datetime-local"
        step="1"
        defaultValue={now}
        required
      />
      <ErrorNotice error={end.error} />
    </DialogForm>
  );
}

/** Deletes a cool-down; with its chips or data only when that is said. */
export function DeleteCooldownDialog(props: OfCooldown & { onDeleted: () => void }) {
  return (
    <Dialog
      title={`Delete cool-down '${props.cooldown.cooldown_id}'?`}
      description="Its chips are free then. Data that was written under it stays, and keeps its id."
      open={props.open}
      onClose={props.onClose}
    >
      <DeleteCooldownForm {...props} />
    </Dialog>
  );
}

function DeleteCooldownForm({ cooldown, onClose, onDeleted }: OfCooldown & { onDeleted: () => void }) {
  const remove = useWrite(async (form: FormData) => {
    const query = { force: form.get('force') !== null };
    await api.deleteCooldown({ params: { cooldown_id: cooldown.cooldown_id }, query });
    // Before the page reads it again, which is no longer there.
    onDeleted();
  }, onClose);
  return (
    <DialogForm
      action="Delete the cool-down"
      danger
      busy={remove.isPending}
      onCancel={onClose}
      onSubmit={(form) => remove.mutate(form)}
    >
      <CheckField label="Even though it has chips or data" name="force" />
      <ErrorNotice error={remove.error} />
    </DialogForm>
  );
}
