import type { EmailMessage, EmailOutcome, EmailSender } from '#shared/notifications/email/port.ts';

/** A sender of e-mails that remembers what it was given, and answers what a test wants. */
export interface FakeMailer extends EmailSender {
  sent: EmailMessage[];
  /** What each message is answered; it is taken unless a test says otherwise. */
  answer: (message: EmailMessage) => EmailOutcome | Promise<EmailOutcome>;
}

export function fakeMailer(): FakeMailer {
  const mailer: FakeMailer = {
    sent: [],
    answer: () => ({ taken: true }),
    send: async (message) => {
      mailer.sent.push(message);
      return mailer.answer(message);
    },
  };
  return mailer;
}
