import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { Flow } from '../../ui/lib/api/wire.ts';

/** A managed flow, and the tasks that it runs. */
export interface FlowWithTasks {
  name: string;
  tasks: string[];
  flow: Flow;
}

type ValidatedFlow = Pick<Flow, 'name' | 'version' | 'runner' | 'code' | 'default_parameters'>;

const validated = (
  { code, runner, default_parameters: defaults }: ValidatedFlow,
  chipId: string,
  parameters: Record<string, unknown>,
) => ({ code, runner, chip_id: chipId, parameters: { ...defaults, chip_id: chipId, ...parameters } });

/** How many tasks a run of a flow with these parameters has, and why it cannot run. */
export const taskCountQuery = (flow: ValidatedFlow, chipId: string, parameters: Record<string, unknown>) =>
  queryOptions({
    queryKey: inProject('flow', flow.name, 'task count', flow.version, chipId, parameters),
    queryFn: ({ signal }) => api.validateFlow({ body: validated(flow, chipId, parameters), signal }),
    placeholderData: keepPreviousData,
  });

/** Flows that are looked through for tasks, those of the chip first. */
const mostFlows = 8;

/** The managed flows of a project with their tasks on a chip; flows that cannot run on it are left out. */
export const flowsWithTasksQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('flows', 'tasks', chipId),
    queryFn: async (): Promise<FlowWithTasks[]> => {
      const { flows } = await api.listFlows({ query: { limit: 100 } });
      const managed = flows
        .filter(({ runner }) => runner === 'managed')
        .sort((a, b) => Number(b.chip_id === chipId) - Number(a.chip_id === chipId));
      const found = await Promise.all(
        managed.slice(0, mostFlows).map(async ({ name }) => {
          const flow = await api.getFlow({ params: { name } });
          const { task_names: tasks } = await api.validateFlow({ body: validated(flow, chipId, {}) });
          return tasks ? [{ name, tasks, flow }] : [];
        }),
      );
      return found.flat();
    },
  });
