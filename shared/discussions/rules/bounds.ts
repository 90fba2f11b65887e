/**
 * Bounds of a discussion (rule THREAD-9): higher than any real use, and low enough for each write to be one
 * transaction.
 */
export const threadBounds = {
  titleLength: 200,
  contentLength: 8000,
  /** Replies of one thread. */
  replies: 1000,
  subjects: 8,
  labels: 10,
  assignees: 10,
  /** Participants who are notified of later replies; further ones are notified if they are mentioned. */
  participants: 200,
  /** Earlier texts of one post that are kept. */
  revisions: 50,
  /** Categories of a project, with those that were archived. */
  categories: 50,
} as const;
