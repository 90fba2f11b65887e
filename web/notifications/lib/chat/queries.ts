import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../ui/lib/api/api.ts';
import { ofProject } from '../webhooks/queries.ts';

/** Key of a project's chat, and of what was sent to it. */
export const chatKey = (projectId: string) => ['chat', projectId] as const;

export const chatQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...chatKey(projectId), 'choice'],
    queryFn: () => api.getChat(ofProject(projectId)).then(({ chat }) => chat),
  });

/** What was sent last; it changes by itself. */
export const chatMessagesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...chatKey(projectId), 'messages'],
    queryFn: () =>
      api.listChatMessages({ ...ofProject(projectId), query: { limit: 10 } }).then(({ messages }) => messages),
    refetchInterval: 10_000,
    refetchIntervalInBackground: false,
  });
