import { describe, expect, it } from 'vitest';
import { eventKinds } from '#shared/domain/notifications/kinds.ts';
import { kindsText } from '../../../web/lib/webhooks/text.ts';

describe('what a webhook is sent', () => {
  it('is listed as one sentence', () =>
    expect(kindsText(['run_failed', 'mention'])).toBe('a run failed, somebody was mentioned'));

  it('is all but what it is not sent, where that is less', () => {
    expect(kindsText(eventKinds)).toBe('all events');
    expect(kindsText(eventKinds.filter((kind) => kind !== 'thread_started'))).toBe(
      'all events but: a discussion began',
    );
  });

  it('may be of a kind that the page does not know', () =>
    expect(kindsText(['fridge_warm', 'run_failed'])).toBe('fridge warm, a run failed'));
});
