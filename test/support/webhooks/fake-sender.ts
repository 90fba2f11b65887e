import type { WebhookOutcome, WebhookRequest, WebhookSender } from '#shared/notifications/webhooks/port.ts';

/** A sender that sends nothing, remembers what it was given, and answers what a test wants. */
export interface FakeSender extends WebhookSender {
  sent: WebhookRequest[];
  /** What each request is answered; 204 unless a test says otherwise. */
  answer: (request: WebhookRequest) => WebhookOutcome | Promise<WebhookOutcome>;
}

export function fakeSender(): FakeSender {
  const sender: FakeSender = {
    sent: [],
    answer: () => ({ status: 204 }),
    problemWith: async (url) => (url.startsWith('https://') ? undefined : "must begin with 'https://'"),
    send: async (request) => {
      sender.sent.push(request);
      return sender.answer(request);
    },
  };
  return sender;
}
