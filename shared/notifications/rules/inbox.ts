import { withoutImages } from '../../images/rules/reference.ts';

/** How long a notification is kept (rule NOTIFY-8). */
export const keptDays = 90;

/** Most unread notifications that are counted; the count stops there (rule NOTIFY-8). */
export const mostCounted = 1000;

/** Longest excerpt of a text, in Unicode code points. */
const excerptLength = 280;

/** The beginning of a text, as a notification shows it: its images in words (rule IMAGE-6). */
export function excerptOf(text: string): string {
  const characters = [...withoutImages(text).trim()];
  return characters.length <= excerptLength
    ? characters.join('')
    : `${characters.slice(0, excerptLength - 1).join('')}…`;
}

/** The first instant of which notifications are still kept. */
export const keptSince = (now: Date): string => new Date(now.getTime() - keptDays * 86_400_000).toISOString();
