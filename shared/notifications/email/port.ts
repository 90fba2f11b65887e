/** How e-mails leave the service. Adapters: Amazon SES, a folder on one machine, and stubs in tests. */

/** An e-mail to one person. */
export interface EmailMessage {
  /** Stays the same when it is sent again. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** That it was accepted, or why not. */
export type EmailOutcome = { taken: true } | { error: string };

export interface EmailSender {
  send(message: EmailMessage): Promise<EmailOutcome>;
}
