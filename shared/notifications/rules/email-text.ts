import { pageAddress, projectAddress } from '../../kernel/rules/page-address.ts';
import { visibleText } from '../../kernel/rules/visible-text.ts';

/** An event as an e-mail shows it. */
export interface MailedEvent {
  projectId: string;
  title: string;
  excerpt: string;
  /** Path of the page that shows it, in its project. */
  targetUrl: string;
  at: string;
}

/** What an e-mail says. */
export interface EmailText {
  subject: string;
  text: string;
}

/** Longest subject, in Unicode code points: programs cut longer ones. */
const subjectLength = 150;

/** On one line: user text must not begin another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const shortened = (text: string): string => {
  const characters = [...oneLine(text)];
  return characters.length <= subjectLength
    ? characters.join('')
    : `${characters.slice(0, subjectLength - 1).join('')}…`;
};

/** What an e-mail of events says, the oldest first (rule MAIL-3). */
export function emailOf(given: readonly [MailedEvent, ...MailedEvent[]], publicUrl: string): EmailText {
  const shown = (event: MailedEvent) => ({
    ...event,
    title: visibleText(event.title),
    excerpt: visibleText(event.excerpt),
  });
  const [first, ...others] = [shown(given[0]), ...given.slice(1).map(shown)] as const;
  const events = [first, ...others];
  const subject = others.length === 0 ? first.title : `${events.length} notifications: ${first.title}`;
  const parts = events.map(({ projectId, title, excerpt, targetUrl, at }) =>
    [title, ...(excerpt === '' ? [] : [excerpt]), `${publicUrl}${pageAddress(projectId, targetUrl)}`, `at ${at}`].join(
      '\n',
    ),
  );
  // With its project, whose cell has the notification (rule CELL-2).
  const inbox = `${publicUrl}${projectAddress(first.projectId, '/inbox')}`;
  const footer = `Your inbox: ${inbox}\nWhat is sent to you, and when: ${publicUrl}/settings`;
  return { subject: shortened(`Fiducial: ${subject}`), text: `${parts.join('\n\n')}\n\n--\n${footer}\n` };
}

/** What the e-mail says by which an address is confirmed (rule MAIL-1). */
export const confirmationOf = (code: string, username: string, publicUrl: string): EmailText => ({
  subject: `Fiducial: ${code} confirms your address`,
  text: [
    `${username} wants notifications to be sent to this address. If that is you, enter this code within a day:`,
    `\n    ${code}\n`,
    `It is asked for at ${publicUrl}/settings. If it is not you, do nothing: nothing else is sent here.\n`,
  ].join('\n'),
});
