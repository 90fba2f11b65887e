import { describe, expect, it } from 'vitest';
import { tellMany } from '#test/told/tell-many.ts';

describe('many events to many people', () => {
  it.each([1, 2, 3])(
    'each event is once in each inbox and at least once with each webhook, however its records come (seed %i)',
    async (seed) => {
      const told = await tellMany({ events: 60, subscribers: 12, webhooks: 3, seed });
      expect(told).toMatchObject({ notifications: 720, wholeInboxes: 12, wholeWebhooks: 3, strangeRequests: 0 });
      // Nothing would be shown if nothing went wrong.
      expect(told.deliveries).toBeGreaterThan(90);
      expect(told.failedDeliveries).toBeGreaterThan(0);
      expect(told.requests).toBeGreaterThan(190);
    },
  );
});
