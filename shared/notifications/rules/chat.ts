import { pageAddress } from '../../kernel/rules/page-address.ts';
import { visibleText } from '../../kernel/rules/visible-text.ts';

/** The chats that a project's events can be sent to. */
export const chatFormats = ['slack'] as const;

export type ChatFormat = (typeof chatFormats)[number];

/** Longest token. */
export const tokenLength = 300;

/** What a message in a chat says. */
export interface ChatTold {
  projectId: string;
  title: string;
  excerpt: string;
  /** Path of the page that shows it, in its project. */
  targetUrl: string;
}

/** The three characters that Slack's own marks are made of (Slack's documentation of formatting text). */
const escaped = (text: string): string =>
  visibleText(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** In Slack's markup, escaped: users' text cannot notify a channel or a person, or fake a link. */
export function slackText({ projectId, title, excerpt, targetUrl }: ChatTold, publicUrl: string): string {
  const quoted =
    excerpt === ''
      ? []
      : escaped(excerpt)
          .split('\n')
          .map((line) => `>${line}`);
  const link = publicUrl === '' ? [] : [`<${publicUrl}${pageAddress(projectId, targetUrl)}|Open in Fiducial>`];
  return [escaped(title), ...quoted, ...link].join('\n');
}
