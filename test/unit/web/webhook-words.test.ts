import { describe, expect, it } from 'vitest';
import { eventKinds } from '#shared/notifications/rules/kinds.ts';
import { kindsText } from '../../../web/notifications/lib/webhooks/text.ts';

describe('what a webhook is sent', () => {
  it('the events of a webhook are listed in one sentence', () =>
    expect(kindsText(['run_failed', 'mention'])).toBe('a run failed, a user was mentioned'));

  it('a webhook that is sent most events says which it is not sent', () => {
    expect(kindsText(eventKinds)).toBe('all events');
    expect(kindsText(eventKinds.filter((kind) => kind !== 'thread_started'))).toBe(
      'all events but: a discussion began',
    );
  });

  it('an event that the page does not know is named by its own word', () =>
    expect(kindsText(['fridge_warm', 'run_failed'])).toBe('fridge warm, a run failed'));
});
