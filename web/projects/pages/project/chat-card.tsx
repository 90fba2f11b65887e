import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { chatKey, chatMessagesQuery, chatQuery } from '../../../notifications/lib/chat/queries.ts';
import { ofProject } from '../../../notifications/lib/webhooks/queries.ts';
import { eventLabel, kindsText } from '../../../notifications/lib/webhooks/text.ts';
import { Button } from '../../../ui/components/button.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { Card, DescriptionList } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { Chat, ChatMessage } from '../../../ui/lib/api/wire.ts';
import { ChatDialog } from './chat-dialog.tsx';

/** The channel of Slack in which a project's discussions are followed, for its owner. */
export function ChatCard({ projectId }: { projectId: string }) {
  const [choosing, setChoosing] = useState(false);
  const chat = useQuery(chatQuery(projectId));
  return (
    <Card title="Slack" note="Discussions as threads of a channel, and other events as messages">
      {chat.data === undefined ? (
        <Pending error={chat.error} what="the chat" />
      ) : chat.data === null ? (
        <p>No channel yet</p>
      ) : (
        <Chosen projectId={projectId} chat={chat.data} onChange={() => setChoosing(true)} />
      )}
      {chat.data === null && (
        <div>
          <Button onClick={() => setChoosing(true)}>Choose a channel</Button>
        </div>
      )}
      {choosing && (
        <ChatDialog projectId={projectId} chat={chat.data ?? undefined} onClose={() => setChoosing(false)} />
      )}
    </Card>
  );
}

const columnsWith = (again: (row: ChatMessage) => ReactNode): Column<ChatMessage>[] => [
  { id: 'title', title: 'Message', cell: (row) => row.title, wrap: true },
  { id: 'event', title: 'Event', cell: (row) => eventLabel(row.kind) },
  { id: 'when', title: 'When', cell: (row) => <RelativeTime at={row.created_at} /> },
  { id: 'status', title: 'Status', cell: (row) => row.status },
  { id: 'reason', title: 'What came of it', cell: (row) => row.last_error ?? '', wrap: true },
  { id: 'again', title: <span className="visually-hidden">Send again</span>, cell: again },
];

function Chosen({ projectId, chat, onChange }: { projectId: string; chat: Chat; onChange: () => void }) {
  const [deleting, setDeleting] = useState(false);
  const messages = useQuery(chatMessagesQuery(projectId));
  const test = useMutation({ mutationFn: () => api.testChat(ofProject(projectId)) });
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: (chat_message_id: string) =>
      api.replayChatMessage({ ...ofProject(projectId), params: { chat_message_id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: chatKey(projectId) }),
  });
  const columns = columnsWith((row) =>
    row.status === 'dead' ? (
      <Button
        small
        disabled={replay.isPending}
        aria-label={`Send again: ${row.title}`}
        onClick={() => replay.mutate(row.chat_message_id)}
      >
        Send again
      </Button>
    ) : null,
  );
  return (
    <>
      <DescriptionList
        items={[
          ['Channel', chat.channel],
          ['Events', kindsText(chat.kinds)],
          ['State', chat.active ? 'on' : 'off'],
        ]}
      />
      <div>
        <Button onClick={onChange}>Change</Button>{' '}
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>{' '}
        <Button onClick={() => setDeleting(true)}>Delete</Button>
      </div>
      <ErrorNotice error={test.error ?? replay.error} />
      {test.data &&
        (test.data.delivered ? (
          <Notice tone="good">The channel has the message</Notice>
        ) : (
          <Notice tone="bad">{test.data.error}</Notice>
        ))}
      {messages.data && messages.data.length > 0 && (
        <DataTable bare label="Messages" columns={columns} rows={messages.data} rowKey={(row) => row.chat_message_id} />
      )}
      <DeleteDialog projectId={projectId} open={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function DeleteDialog({ projectId, open, onClose }: { projectId: string; open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.deleteChat(ofProject(projectId)),
    onSuccess: async () => {
      onClose();
      queryClient.removeQueries({ queryKey: [...chatKey(projectId), 'messages'] });
      await queryClient.invalidateQueries({ queryKey: chatKey(projectId) });
    },
  });
  return (
    <ConfirmDialog
      title="Send nothing to the channel any more?"
      description="What is on its way is given up, and the token is forgotten. What is there stays. This cannot be undone."
      action="Delete"
      danger
      write={remove}
      onConfirm={() => remove.mutate()}
      open={open}
      onClose={onClose}
    />
  );
}
