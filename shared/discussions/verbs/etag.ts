import { etagMismatch } from '../../kernel/store/dynamodb/conflict.ts';

/** The entity tag of a post: when it was changed last, which no other state of it shares. Replies do not change that of their thread. */
export const postEtag = ({ updatedAt }: { updatedAt: string }): string => `"${updatedAt}"`;

/** Refuses an edit of a post that is not as its editor saw it (rule API-18). @throws ServiceError `conflict`. */
export function requirePostMatch(postId: string, post: { updatedAt: string }, ifMatch: string | undefined): void {
  const etag = postEtag(post);
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.includes(etag))
    throw etagMismatch(`Post '${postId}'`, etag, ifMatch);
}
