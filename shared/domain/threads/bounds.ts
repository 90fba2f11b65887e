/** How much a discussion holds (rule THREAD-9): more than anybody writes, and so little that each write is one transaction. */
export const threadBounds = {
  titleLength: 200,
  contentLength: 8000,
  /** Replies of one thread. */
  replies: 1000,
  subjects: 8,
  labels: 10,
  assignees: 10,
  /** Who has taken part and is told of what follows; who comes later is told where they are mentioned. */
  participants: 200,
  /** Earlier texts of one post that are kept. */
  revisions: 50,
  /** Categories of a project, with those that were archived. */
  categories: 50,
} as const;
