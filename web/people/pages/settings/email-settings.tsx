import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type NotificationKind, notificationKinds } from '#shared/notifications/rules/kinds.ts';
import { emailSettingsQuery } from '../../../notifications/lib/queries.ts';
import { kindLabels } from '../../../notifications/lib/text.ts';
import { Button } from '../../../ui/components/button.tsx';
import { ChoicesField } from '../../../ui/components/choices-field.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { settingsQuery } from '../../../ui/lib/api/queries.ts';
import { textOf } from '../../../ui/lib/api/use-write.ts';
import type { EmailSettings as Settings } from '../../../ui/lib/api/wire.ts';
import styles from './form.module.css';

/** The user's address for notifications, which of them are sent, and when. */
export function EmailSettings() {
  const settings = useQuery(emailSettingsQuery());
  if (!settings.data) return <Pending error={settings.error} what="your e-mail settings" />;
  if (!settings.data.configured)
    return <p>This service is not configured to send e-mails. Ask the operator to set EMAIL_SENDER.</p>;
  return (
    <>
      {settings.data.pending_address !== null && <Confirmation address={settings.data.pending_address} />}
      <Choice key={settings.data.address} settings={settings.data} />
    </>
  );
}

/** Takes the code that a new address was sent. */
function Confirmation({ address }: { address: string }) {
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: (code: string) => api.confirmEmailAddress({ body: { code } }),
    onSuccess: (answer) => queryClient.setQueryData(emailSettingsQuery().queryKey, answer),
  });
  return (
    <form
      className={styles.form}
      aria-label="Confirm your address"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate(textOf(new FormData(event.currentTarget), 'code'));
      }}
    >
      <TextField
        label="Code"
        name="code"
        required
        maxLength={40}
        autoComplete="one-time-code"
        hint={`Sent to ${address} within a minute or so; it holds for a day`}
      />
      <ErrorNotice error={confirm.error} />
      <Button type="submit" disabled={confirm.isPending}>
        Confirm the address
      </Button>
    </form>
  );
}

function Choice({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient();
  const serviceZone = useQuery(settingsQuery()).data?.timezone ?? settings.timezone;
  const save = useMutation({
    mutationFn: (form: FormData) => api.replaceEmailSettings({ body: choiceOf(form) }),
    onSuccess: (answer) => queryClient.setQueryData(emailSettingsQuery().queryKey, answer),
  });
  const { quiet_hours: quiet, kinds } = settings;
  return (
    <form
      className={styles.form}
      aria-label="E-mail"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(new FormData(event.currentTarget));
      }}
    >
      <TextField
        label="Address"
        name="address"
        type="email"
        optional
        maxLength={254}
        defaultValue={settings.pending_address ?? settings.address ?? ''}
        autoComplete="email"
        hint={settings.address === null ? 'None is confirmed yet' : `E-mails go to ${settings.address}`}
      />
      <TextField
        label="Digest at"
        name="digest_at"
        type="time"
        optional
        defaultValue={settings.digest_at ?? ''}
        hint="Everything together, once a day; empty sends each as it comes"
      />
      <TextField label="Quiet from" name="quiet_from" type="time" optional defaultValue={quiet?.from ?? ''} />
      <TextField
        label="Quiet until"
        name="quiet_to"
        type="time"
        optional
        defaultValue={quiet?.to ?? ''}
        hint="Nothing is sent in between; a digest is"
      />
      <TextField
        label="Zone of these hours"
        name="timezone"
        required
        defaultValue={settings.timezone}
        hint={`An IANA name such as ${serviceZone}`}
        autoComplete="off"
      />
      <ChoicesField
        legend="Sent by e-mail"
        name="kinds"
        choices={notificationKinds}
        labels={kindLabels}
        chosen={kinds}
      />
      <ErrorNotice error={save.error} />
      {save.isSuccess && <Notice tone="good">Saved</Notice>}
      <Button type="submit" disabled={save.isPending}>
        Save e-mail settings
      </Button>
    </form>
  );
}

const choiceOf = (form: FormData) => {
  const orNull = (name: string) => textOf(form, name) || null;
  const [from, to] = [textOf(form, 'quiet_from'), textOf(form, 'quiet_to')];
  return {
    address: orNull('address'),
    kinds: form.getAll('kinds') as NotificationKind[],
    timezone: orNull('timezone'),
    // One of the two alone is refused, and the answer says which is missing.
    quiet_hours: from === '' && to === '' ? null : { from, to },
    digest_at: orNull('digest_at'),
  };
};
