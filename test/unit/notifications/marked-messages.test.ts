import { expect, it } from 'vitest';
import { slackText } from '#shared/notifications/rules/chat.ts';
import { emailOf } from '#shared/notifications/rules/email-text.ts';

const title = 'ada replied to \u202Efdp.exe';
const excerpt = 'look\u200B here';
const where = { projectId: 'p-1', targetUrl: '/discussions/1' };

it('a message of a chat shows characters that are not seen as marks', () => {
  expect(slackText({ ...where, title, excerpt }, '')).toBe('ada replied to [U+202E]fdp.exe\n>look[U+200B] here');
});

it('an e-mail shows characters that are not seen as marks, in its subject too', () => {
  const event = { ...where, title, excerpt, at: '2026-01-01T00:00:00.000Z' };
  const { subject, text } = emailOf([event], '');
  expect(subject).toBe('Fiducial: ada replied to [U+202E]fdp.exe');
  expect(text).toContain('ada replied to [U+202E]fdp.exe\nlook[U+200B] here');
  expect(emailOf([event, event], '').subject).toBe('Fiducial: 2 notifications: ada replied to [U+202E]fdp.exe');
});
