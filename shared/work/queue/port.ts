/** One message of a work queue. */
export interface WorkMessage {
  /**
   * Messages of one group wait for each other where the queue is busy, and not those of other groups: a project, a person,
   * or one kind of bulk work.
   */
  group: string;
  body: string;
}

/** A queue of work that other instances of the same function carry out. */
export interface WorkQueue {
  /** Sends all messages. One that the queue refuses keeps no other from it. @throws Error that counts the refused ones. */
  send(messages: readonly WorkMessage[]): Promise<void>;
}
