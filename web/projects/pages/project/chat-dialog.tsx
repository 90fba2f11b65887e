import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type EventKind, eventKinds } from '#shared/notifications/rules/kinds.ts';
import { chatKey } from '../../../notifications/lib/chat/queries.ts';
import { ofProject } from '../../../notifications/lib/webhooks/queries.ts';
import { eventLabels } from '../../../notifications/lib/webhooks/text.ts';
import { ChoicesField } from '../../../ui/components/choices-field.tsx';
import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { CheckField, TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { textOf } from '../../../ui/lib/api/use-write.ts';
import type { Chat } from '../../../ui/lib/api/wire.ts';

/** Events of a discussion, which go into its thread; selected by default. */
const ofDiscussions: readonly EventKind[] = ['thread_started', 'reply', 'thread_status'];

/** Chooses the channel, and by which token. */
export function ChatDialog(props: { projectId: string; chat: Chat | undefined; onClose: () => void }) {
  const { projectId, chat, onClose } = props;
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (form: FormData) => api.replaceChat({ ...ofProject(projectId), body: choiceOf(form) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: chatKey(projectId) });
      onClose();
    },
  });
  const chosen: readonly string[] = chat?.kinds ?? ofDiscussions;
  return (
    <Dialog title={chat ? 'Change the channel' : 'Choose a channel'} open onClose={onClose}>
      <DialogForm action="Save" busy={save.isPending} onCancel={onClose} onSubmit={(form) => save.mutate(form)}>
        <TextField
          label="Channel"
          name="channel"
          required
          maxLength={42}
          defaultValue={chat?.channel ?? ''}
          placeholder="C0123456789"
          hint="Its id: in Slack at the end of the channel's details. Invite the bot to it"
          autoComplete="off"
        />
        <TextField
          label="Bot token"
          name="token"
          type="password"
          required={!chat}
          optional={chat !== undefined}
          maxLength={300}
          placeholder="xoxb-..."
          hint={
            chat
              ? 'Empty: the one that is there stays'
              : 'Of an app with chat:write and channels:history; never shown again'
          }
          autoComplete="off"
        />
        <ChoicesField legend="Events" name="kinds" choices={eventKinds} labels={eventLabels} chosen={chosen} />
        <CheckField label="Send events to it" name="active" defaultChecked={chat?.active ?? true} />
        <ErrorNotice error={save.error} />
      </DialogForm>
    </Dialog>
  );
}

const choiceOf = (form: FormData) => ({
  channel: textOf(form, 'channel'),
  ...(textOf(form, 'token') !== '' && { token: textOf(form, 'token') }),
  kinds: form.getAll('kinds') as EventKind[],
  active: form.has('active'),
});
