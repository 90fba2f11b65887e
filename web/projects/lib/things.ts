import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#shared/api/client.ts';
import { decodedStep } from '#shared/kernel/rules/page-address.ts';
import { apiIn } from '../../ui/lib/api/api.ts';
import type { Project } from '../../ui/lib/api/wire.ts';

/** What a page shows that only one project has under its id, as far as it can be asked for with one read. */
export interface Thing {
  kind: keyof typeof readers;
  id: string;
}

type Reader = (api: ReturnType<typeof apiIn>, id: string) => Promise<unknown>;

const readers = {
  chip: (api, chip_id) => api.getChip({ params: { chip_id }, query: { include: 'none' } }),
  run: (api, execution_id) => api.getExecution({ params: { execution_id }, query: { include: 'none' } }),
  'task result': (api, task_id) => api.getTaskResult({ params: { task_id } }),
  flow: (api, name) => api.getFlow({ params: { name } }),
  schedule: (api, schedule_id) => api.getFlowSchedule({ params: { schedule_id } }),
  discussion: (api, post_id) => api.getForumPost({ params: { post_id } }),
  case: (api, knowledge_id) => api.getIssueKnowledge({ params: { knowledge_id } }),
} satisfies Record<string, Reader>;

const kindsByStep: Readonly<Record<string, Thing['kind']>> = {
  chips: 'chip',
  execution: 'run',
  tasks: 'task result',
  flows: 'flow',
  schedules: 'schedule',
  discussions: 'discussion',
  cases: 'case',
};

/** What a page is about; of a list, the chip that it is filtered by. @param page its path and query, as an address has them */
export function thingOf(page: string): Thing | undefined {
  const { pathname, searchParams } = new URL(`http://localhost${page}`);
  const [, step = '', id = ''] = pathname.split('/').map(decodedStep);
  const kind = Object.hasOwn(kindsByStep, step) ? kindsByStep[step] : undefined;
  if (kind !== undefined && id !== '' && id !== 'new') return { kind, id };
  const chip = searchParams.get('chip');
  return chip ? { kind: 'chip', id: chip } : undefined;
}

/** The most projects that are searched: each is a request. */
const mostAsked = 12;

/** What a page is about, and which projects are asked whether they have it. */
export function askedFor(choices: readonly Project[], page: string): { thing?: Thing; asked: readonly Project[] } {
  const thing = choices.length <= mostAsked ? thingOf(page) : undefined;
  return thing ? { thing, asked: choices } : { asked: [] };
}

/** Whether a project has a thing. */
export const hasThingQuery = (projectId: string, { kind, id }: Thing) =>
  queryOptions({
    queryKey: ['in', projectId, 'has', kind, id],
    queryFn: async () => {
      try {
        await readers[kind](
          apiIn(() => projectId),
          id,
        );
        return true;
      } catch (error) {
        // An id that none can have is refused as such.
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return false;
        throw error;
      }
    },
  });
