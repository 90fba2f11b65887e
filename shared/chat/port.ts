/** How messages reach a chat. Adapters: Slack, and whatever a test puts in its place. */

/** Where a message goes, and by what right. */
export interface ChatPlace {
  token: string;
  channel: string;
  /** The message that it answers, as the chat calls it; absent for one of its own. */
  thread?: string | undefined;
}

export interface ChatMessage extends ChatPlace {
  /** The same whenever it is sent again; a chat keeps it beside the message where it can. */
  id: string;
  text: string;
}

/**
 * What became of a message: what the chat calls it; that it was refused; when it may be sent; or that nobody knows whether it was
 * taken.
 */
export type ChatOutcome = { posted: string } | { refused: string } | { waitSeconds: number } | { unsure: string };

/** Whether a message is there: what the chat calls it; that it is not; when to ask; or that the chat does not tell. */
export type ChatFinding = { posted: string } | { absent: true } | { waitSeconds: number } | { unknown: string };

export interface ChatPoster {
  post(message: ChatMessage): Promise<ChatOutcome>;
  /** Gives a message that is there another text; told twice, it is the same. */
  edit(message: ChatMessage, posted: string): Promise<ChatOutcome>;
  /** Takes a message away; one that is not there any more is taken away. */
  remove(message: ChatPlace, posted: string): Promise<ChatOutcome>;
  /** Looks for a message that may have been taken since an instant. */
  find(message: ChatMessage, since: Date): Promise<ChatFinding>;
}
