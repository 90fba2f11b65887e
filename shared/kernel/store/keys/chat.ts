import { encodePart, type Key, project } from './parts.ts';

/** Where messages to chats lie, as a pattern of IAM's. */
export const chatPartitions = 'P#*#CHAT';

const messages = (projectId: string): string => `${project(projectId)}#CHAT`;

/** Keys of a project's chat, its token and the messages to it. */
export const chatKeys = {
  chat: (projectId: string): Key => ({ pk: project(projectId), sk: 'CHAT' }),
  /** Of its own, so that nothing that reads the chat has it. */
  token: (projectId: string): Key => ({ pk: project(projectId), sk: 'CHATTOKEN' }),
  message: (projectId: string, channel: string, at: string, messageId: string): Key => ({
    pk: messages(projectId),
    sk: `${encodePart(channel)}#${encodePart(at)}#${encodePart(messageId)}`,
  }),
  /** Those to one channel, the newest first. */
  ofChannel: (projectId: string, channel: string) => ({
    pk: messages(projectId),
    prefix: `${encodePart(channel)}#`,
    descending: true,
  }),
  allMessages: (projectId: string) => ({ pk: messages(projectId), prefix: '' }),
  /** Those of all projects that are to be sent, by when. */
  due: 'CHATDUE',
};
