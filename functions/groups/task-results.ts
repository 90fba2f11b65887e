import * as qdashReviews from '#compat/qdash/handlers/reviews.ts';
import * as qdashUsed from '#compat/qdash/handlers/used.ts';
import { groupHandler } from '../http/group.ts';
import * as reviews from '../results/reviews.ts';
import * as taskKnowledge from '../results/task-knowledge.ts';
import * as taskResults from '../results/task-results.ts';

export const handler = groupHandler({
  ...qdashReviews,
  ...qdashUsed,
  ...reviews,
  ...taskKnowledge,
  ...taskResults,
});
