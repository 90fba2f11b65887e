/** How deliveries reach a receiver. Adapters: HTTPS, and stubs in tests. */

/** A request ready to send. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The status that a receiver answered, or why it did not answer. */
export type WebhookOutcome = { status: number } | { error: string };

export interface WebhookSender {
  /** Why an address may not be sent to, as a sentence; undefined if it may (rules HOOK-1 and HOOK-2). */
  problemWith(url: string): Promise<string | undefined>;
  /** Sends one request, and follows no redirect. */
  send(request: WebhookRequest): Promise<WebhookOutcome>;
}
