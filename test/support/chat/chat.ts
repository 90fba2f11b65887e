import { eventKinds } from '#shared/notifications/rules/kinds.ts';
import type { ChatRecord, MessageRecord } from '#shared/notifications/store/chat.ts';

/** A chat in its stored form. */
export const chatRecord = (given: Partial<ChatRecord> & Pick<ChatRecord, 'projectId' | 'updatedAt'>): ChatRecord => ({
  format: 'slack',
  channel: 'C0123456789',
  kinds: [...eventKinds],
  active: true,
  updatedBy: 'alice',
  ...given,
});

/** A stored message before its first attempt. */
export const messageRecord = (
  given: Partial<MessageRecord> & Pick<MessageRecord, 'projectId' | 'at'>,
): MessageRecord => ({
  channel: 'C0123456789',
  messageId: '00112233445566778899aabbccddeeff',
  kind: 'run_failed',
  title: 'Run 20250301-000 on torino failed',
  excerpt: 'No signal',
  targetUrl: '/execution/20250301-000',
  status: 'pending',
  attempts: 0,
  ...given,
});
