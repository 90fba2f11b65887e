import type { ChatPoster } from '#shared/notifications/chat/port.ts';
import { slackPoster } from '#shared/notifications/chat/slack.ts';
import { runtime } from '../runtime.ts';

/** What each format of a chat is reached by; there is one. */
const slack = slackPoster();

/** A verb's context with its chat client: the given one, else Slack. */
export const chatting = <C extends object>(ctx: C): C & { chat: ChatPoster } => ({
  ...ctx,
  chat: runtime().ports.chat ?? slack,
});
