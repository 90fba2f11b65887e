/** How e-mails leave the service. Adapters: Amazon SES, a folder on one machine, and whatever a test puts in their place. */

/** An e-mail to one person. */
export interface EmailMessage {
  /** The same whenever it is sent again. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** That it was taken, or why not. */
export type EmailOutcome = { taken: true } | { error: string };

export interface EmailSender {
  send(message: EmailMessage): Promise<EmailOutcome>;
}
