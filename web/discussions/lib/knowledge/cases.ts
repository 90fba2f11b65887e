import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { KNOWLEDGE_STATUSES } from '#shared/discussions/rules/knowledge.ts';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { inProject } from '../../../ui/lib/api/queries.ts';
import { choiceParam } from '../../../ui/lib/url/search-params.ts';
import type { CasesSearch } from './search.ts';

/** A lesson from an issue: a draft until it is approved or rejected. */
export type Case = ResponseBody<'getIssueKnowledge'>;

export const casesPageSize = 20;

/** A page of cases, the newest first. */
export const casesQuery = ({ q, status, task, page = 1 }: CasesSearch) =>
  queryOptions({
    queryKey: inProject('cases', q, status, task, page),
    queryFn: () =>
      api.listIssueKnowledge({
        query: {
          q,
          status: choiceParam(status, KNOWLEDGE_STATUSES),
          task_name: task,
          skip: (page - 1) * casesPageSize,
          limit: casesPageSize,
        },
      }),
    placeholderData: keepPreviousData,
  });

export const caseQuery = (caseId: string) =>
  queryOptions({
    queryKey: inProject('case', caseId),
    queryFn: () => api.getIssueKnowledge({ params: { knowledge_id: caseId } }),
  });

const ofCase = (caseId: string) => ({ params: { knowledge_id: caseId } });

export const approveCase = (caseId: string) => api.approveIssueKnowledge(ofCase(caseId));
export const rejectCase = (caseId: string) => api.rejectIssueKnowledge(ofCase(caseId));
export const deleteCase = (caseId: string) => api.deleteIssueKnowledge(ofCase(caseId));
export const draftCase = (issueId: string) => api.extractIssueKnowledge({ params: { issue_id: issueId } });

/** The newest cases of one task. They show whether an issue has a case, without a request that may end in 404. */
export const casesOfTaskQuery = (task: string) =>
  queryOptions({
    queryKey: inProject('cases', 'of-task', task),
    queryFn: () => api.listIssueKnowledge({ query: { task_name: task, limit: 200 } }).then(({ items }) => items),
  });
