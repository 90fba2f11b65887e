import { queryOptions } from '@tanstack/react-query';
import { REVIEW_STATUSES } from '#shared/results/rules/reviews/review.ts';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { inProject } from '../../../ui/lib/api/queries.ts';
import { choiceParam } from '../../../ui/lib/url/search-params.ts';
import type { ReviewsSearch } from './search.ts';

export type TaskKnowledge = ResponseBody<'getTaskKnowledge'>;
export type Review = ResponseBody<'listTaskResultAiReviews'>['items'][number];

/** The key of task knowledge, of one task if it is named. */
export const knowledgeKey = (...task: string[]) => inProject('task-knowledge', ...task);

/** Every task with what it is for. */
export const taskListQuery = () =>
  queryOptions({
    queryKey: knowledgeKey(),
    queryFn: () => api.listTaskKnowledge().then(({ items, categories }) => ({ items, categories })),
  });

export const taskKnowledgeQuery = (name: string) =>
  queryOptions({
    queryKey: knowledgeKey(name),
    queryFn: () => api.getTaskKnowledge({ params: { task_name: name } }),
  });

export const reviewsKey = () => inProject('reviews');
export const reviewsPageSize = 20;

/** A page of reviews of task results, the newest request first. */
export const reviewsQuery = ({ chip, task, status, decision, page = 1 }: ReviewsSearch) =>
  queryOptions({
    queryKey: [...reviewsKey(), chip, task, status, decision, page],
    queryFn: () =>
      api.listTaskResultAiReviews({
        query: {
          chip_id: chip,
          task_name: task,
          status: choiceParam(status, REVIEW_STATUSES),
          decision,
          skip: (page - 1) * reviewsPageSize,
          limit: reviewsPageSize,
        },
      }),
  });
