import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { Webhook } from '../../../ui/lib/api/wire.ts';
import { SecretBody } from '../../components/webhooks/secret-body.tsx';
import { ofProject, webhooksKey } from '../../lib/webhooks/queries.ts';

interface Shown {
  projectId: string;
  webhook: Webhook;
  onClose: () => void;
}

/** Asks before a webhook gets a new secret, and shows it, this once. */
export function RotateSecretDialog({ projectId, webhook, onClose }: Shown) {
  const rotate = useMutation({
    mutationFn: () => api.rotateWebhookSecret({ ...ofProject(projectId), params: { webhook_id: webhook.webhook_id } }),
  });
  if (rotate.data)
    return (
      <Dialog title="The new secret" open onClose={onClose}>
        <SecretBody secret={rotate.data.secret} onClose={onClose}>
          <p>
            Until <ClockTime at={rotate.data.former_valid_until} /> events are signed with the former one too.
          </p>
        </SecretBody>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title="Give this webhook a new secret?"
      description="Events are signed with both secrets for a day; a secret before these two is worth nothing any more."
      action="Make a new secret"
      write={rotate}
      onConfirm={() => rotate.mutate()}
      open
      onClose={onClose}
    />
  );
}

/** Asks before a webhook is deleted, and leads back to its project. */
export function DeleteWebhookDialog({ projectId, webhook, open, onClose }: Shown & { open: boolean }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.deleteWebhook({ ...ofProject(projectId), params: { webhook_id: webhook.webhook_id } }),
    onSuccess: async () => {
      await navigate({ to: '/projects/$projectId', params: { projectId } });
      queryClient.removeQueries({ queryKey: [...webhooksKey(projectId), webhook.webhook_id] });
      await queryClient.invalidateQueries({ queryKey: webhooksKey(projectId) });
    },
  });
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      description={`Nothing is sent to ${webhook.url} any more; what is on its way is given up. This cannot be undone.`}
      action="Delete"
      danger
      write={remove}
      onConfirm={() => remove.mutate()}
      open={open}
      onClose={onClose}
    />
  );
}
