import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseWallClock, wallClock } from '#shared/kernel/rules/calendar.ts';
import { ChoicesField } from '../../../ui/components/choices-field.tsx';
import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { AreaField, CheckField, SelectField, TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { allChipsQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { textOf, useWrite } from '../../../ui/lib/api/use-write.ts';
import type { Cooldown, Cryostat } from '../../../ui/lib/api/wire.ts';

/** Starts a cool-down with its chips, or records one of the past. */
export function NewCooldownDialog(props: {
  cryostats: readonly Cryostat[];
  open: boolean;
  onClose: () => void;
  onCreated: (cooldownId: string) => void;
}) {
  return (
    <Dialog
      title="Start a cool-down"
      description="Leave the end empty while it is cold."
      open={props.open}
      onClose={props.onClose}
    >
      <NewCooldownForm {...props} />
    </Dialog>
  );
}

function NewCooldownForm(props: Parameters<typeof NewCooldownDialog>[0]) {
  const timeZone = useTimeZone();
  const [now] = useState(() => wallClock(new Date().toISOString(), timeZone));
  const [cooldownId, setCooldownId] = useState('');
  const create = useWrite(
    (form: FormData) =>
      api.createCooldown({
        body: {
          cooldown_id: cooldownId.trim(),
          cryo_id: textOf(form, 'cryo_id'),
          description: textOf(form, 'description'),
          started_at: parseWallClock(textOf(form, 'started_at'), timeZone) ?? '',
          ended_at: parseWallClock(textOf(form, 'ended_at'), timeZone) ?? null,
          chip_ids: form.getAll('chip_ids').map(String),
        },
      }),
    () => {
      props.onClose();
      props.onCreated(cooldownId.trim());
    },
  );
  const chips = useQuery(allChipsQuery());
  const chipIds = chips.data?.map(({ chip_id }) => chip_id) ?? [];
  const chipLabels = Object.fromEntries(
    (chips.data ?? []).map(({ chip_id, current_cooldown_id: current }) => [
      chip_id,
      current === null ? chip_id : `${chip_id} (in ${current})`,
    ]),
  );
  const free = props.cryostats.find((one) => one.ongoing_cooldown_id === null && one.status !== 'decommissioned');
  return (
    <DialogForm
      action="Start"
      busy={create.isPending}
      onCancel={props.onClose}
      onSubmit={(form) => create.mutate(form)}
    >
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
      {chipIds.length > 0 && (
        <ChoicesField legend="Chips" name="chip_ids" choices={chipIds} labels={chipLabels} chosen={[]} />
      )}
      <TextField label="Description" name="description" maxLength={2000} optional />
      <ErrorNotice error={create.error ?? chips.error} />
    </DialogForm>
  );
}

interface OfCooldown {
  cooldown: Cooldown;
  open: boolean;
  onClose: () => void;
}

export function EditCooldownDialog(props: OfCooldown) {
  return (
    <Dialog title={`Edit ${props.cooldown.cooldown_id}`} open={props.open} onClose={props.onClose}>
      <EditCooldownForm {...props} />
    </Dialog>
  );
}

function EditCooldownForm({ cooldown, onClose }: OfCooldown) {
  const timeZone = useTimeZone();
  const started = wallClock(cooldown.started_at, timeZone);
  const ended = cooldown.ended_at === null ? undefined : wallClock(cooldown.ended_at, timeZone);
  // The fields show seconds: an unchanged time is not sent, and keeps its milliseconds.
  const changed = (text: string, shown: string) => (text === shown ? undefined : parseWallClock(text, timeZone));
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
      <AreaField
        label="Note"
        name="note"
        rows={5}
        maxLength={5000}
        optional
        hint="Markdown"
        defaultValue={cooldown.note.content}
      />
      <ErrorNotice error={save.error} />
    </DialogForm>
  );
}

export function EndCooldownDialog(props: OfCooldown) {
  return (
    <Dialog
      title={`End ${props.cooldown.cooldown_id}`}
      description="Its chips become free. Its data is kept."
      open={props.open}
      onClose={props.onClose}
    >
      <EndCooldownForm {...props} />
    </Dialog>
  );
}

function EndCooldownForm({ cooldown, onClose }: OfCooldown) {
  const timeZone = useTimeZone();
  const [now] = useState(() => wallClock(new Date().toISOString(), timeZone));
  const end = useWrite(
    (form: FormData) =>
      api.updateCooldown({
        params: { cooldown_id: cooldown.cooldown_id },
        body: { ended_at: parseWallClock(textOf(form, 'ended_at'), timeZone) },
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

/** Deletes a cool-down; its chips or data are deleted only on request. */
export function DeleteCooldownDialog(props: OfCooldown & { onDeleted: () => void }) {
  return (
    <Dialog
      title={`Delete cool-down '${props.cooldown.cooldown_id}'?`}
      description="Its chips become free. Its data is kept. This cannot be undone."
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
      action="Delete cool-down"
      danger
      busy={remove.isPending}
      onCancel={onClose}
      onSubmit={(form) => remove.mutate(form)}
    >
      <CheckField label="Delete it although it has chips or data" name="force" />
      <ErrorNotice error={remove.error} />
    </DialogForm>
  );
}
