import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { listThreads } from '#shared/services/threads/read-threads.ts';
import { searchThreads } from '#shared/services/threads/search-threads.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentThread } from './present.ts';

export const listForumPosts = endpoint(discussionOperations.listForumPosts, async ({ ctx, query }) => {
  const { status, category, label, author, assignee, number, cooldown_id: cooldownId, q, ...about } = query;
  const subject = {
    chipId: about.chip_id,
    targetType: about.target_type,
    targetId: about.target_id,
    metricKey: about.metric_key,
    taskId: about.task_id,
    executionId: about.execution_id,
  };
  const filter = { status, category, label, author, assignee, number, subjects: [subject, { cooldownId }] };
  const page = await (q === undefined ? listThreads(ctx, filter, query) : searchThreads(ctx, q, filter, query));
  return { posts: page.records.map(presentThread), ...pageOf(page) };
});
