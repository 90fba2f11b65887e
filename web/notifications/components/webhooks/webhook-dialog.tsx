import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type EventKind, eventKinds } from '#shared/notifications/rules/kinds.ts';
import { ChoicesField } from '../../../ui/components/choices-field.tsx';
import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { CheckField, TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { textOf } from '../../../ui/lib/api/use-write.ts';
import type { Webhook } from '../../../ui/lib/api/wire.ts';
import { ofProject, webhooksKey } from '../../lib/webhooks/queries.ts';
import { eventLabels } from '../../lib/webhooks/text.ts';
import { SecretBody } from './secret-body.tsx';

/** Adds a webhook and shows its secret, this once; or changes one. */
export function WebhookDialog(props: { projectId: string; webhook?: Webhook; open: boolean; onClose: () => void }) {
  return (
    <Dialog title={props.webhook ? 'Change the webhook' : 'Add a webhook'} open={props.open} onClose={props.onClose}>
      <WebhookForm {...props} />
    </Dialog>
  );
}

function WebhookForm(props: { projectId: string; webhook?: Webhook; onClose: () => void }) {
  const { projectId, webhook, onClose } = props;
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: async (form: FormData): Promise<string | undefined> => {
      const body = choiceOf(form);
      if (webhook) {
        await api.updateWebhook({ ...ofProject(projectId), params: { webhook_id: webhook.webhook_id }, body });
        return undefined;
      }
      return (await api.createWebhook({ ...ofProject(projectId), body })).secret;
    },
    onSuccess: async (secret) => {
      await queryClient.invalidateQueries({ queryKey: webhooksKey(projectId) });
      if (secret === undefined) onClose();
    },
  });
  if (save.data !== undefined) return <SecretBody secret={save.data} onClose={onClose} />;
  return (
    <DialogForm
      action={webhook ? 'Save' : 'Add'}
      busy={save.isPending}
      onCancel={onClose}
      onSubmit={(form) => {
        setProblem(form.has('kinds') ? undefined : 'Choose at least one event');
        if (form.has('kinds')) save.mutate(form);
      }}
    >
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        maxLength={2000}
        defaultValue={webhook?.url ?? ''}
        placeholder="https://hooks.example.com/fiducial"
        hint="https, at an address of the public network"
        autoComplete="off"
      />
      <TextField
        label="Description"
        name="description"
        optional
        maxLength={200}
        defaultValue={webhook?.description ?? ''}
        autoComplete="off"
      />
      <ChoicesField
        legend="Events"
        name="kinds"
        choices={eventKinds}
        labels={eventLabels}
        chosen={webhook?.kinds ?? eventKinds}
        onChange={() => setProblem(undefined)}
      />
      <CheckField label="Send events to it" name="active" defaultChecked={webhook?.active ?? true} />
      <ErrorNotice error={problem === undefined ? save.error : new Error(problem)} />
    </DialogForm>
  );
}

const choiceOf = (form: FormData) => ({
  url: textOf(form, 'url'),
  description: textOf(form, 'description'),
  kinds: form.getAll('kinds') as EventKind[],
  active: form.has('active'),
});
