/** How messages reach a chat. Adapters: Slack, and stubs in tests. */

/** The destination of a message, and the token that permits it. */
export interface ChatPlace {
  token: string;
  channel: string;
  /** The chat's id of the message that it replies to; absent if it starts a thread of its own. */
  thread?: string | undefined;
}

export interface ChatMessage extends ChatPlace {
  /** Stays the same when it is sent again; a chat stores it with the message if it can. */
  id: string;
  text: string;
}

/**
 * The result of sending a message: the chat's id of it; a refusal; when it may be sent; or that it is unknown whether
 * it was accepted.
 */
export type ChatOutcome = { posted: string } | { refused: string } | { waitSeconds: number } | { unsure: string };

/**
 * Whether a message exists: the chat's id of it; that it does not exist; when to ask; or that the chat does not tell.
 */
export type ChatFinding = { posted: string } | { absent: true } | { waitSeconds: number } | { unknown: string };

export interface ChatPoster {
  post(message: ChatMessage): Promise<ChatOutcome>;
  /** Replaces the text of a message; repeating it changes nothing. */
  edit(message: ChatMessage, posted: string): Promise<ChatOutcome>;
  /** Deletes a message; one that no longer exists counts as deleted. */
  remove(message: ChatPlace, posted: string): Promise<ChatOutcome>;
  /** Looks for a message that may have been accepted since an instant. */
  find(message: ChatMessage, since: Date): Promise<ChatFinding>;
}
