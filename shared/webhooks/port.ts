/** How deliveries reach a receiver. Adapters: HTTPS, and whatever a test puts in its place. */

/** A request as it is sent. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The status that a receiver answered, or why none did. */
export type WebhookOutcome = { status: number } | { error: string };

export interface WebhookSender {
  /** Why nothing is sent to an address, as a sentence; undefined where it may be (rules HOOK-1 and HOOK-2). */
  problemWith(url: string): Promise<string | undefined>;
  /** Sends one request, and follows no redirect. */
  send(request: WebhookRequest): Promise<WebhookOutcome>;
}
