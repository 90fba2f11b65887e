/** What a post is called: a thread by its own id, a reply by that and its number in the thread. */
export interface PostRef {
  threadId: string;
  /** 0: the thread's own post. */
  reply: number;
}

/** A thread has 32 digits; one that was imported from QDash keeps the 24 of its document. */
const pattern = /^([0-9a-f]{24}(?:[0-9a-f]{8})?)(?:-([1-9]\d{0,5}))?$/;

export const postIdOf = ({ threadId, reply = 0 }: { threadId: string; reply?: number }): string =>
  reply === 0 ? threadId : `${threadId}-${reply}`;

/** Undefined for a text that no post is called. */
export function parsePostId(postId: string): PostRef | undefined {
  const [, threadId, reply = '0'] = pattern.exec(postId) ?? [];
  return threadId === undefined ? undefined : { threadId, reply: Number(reply) };
}

/** Whether a text names a reply, there or not. */
export const isReplyId = (postId: string): boolean => (parsePostId(postId)?.reply ?? 0) > 0;
