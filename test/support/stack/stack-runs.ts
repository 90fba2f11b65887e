import { setTimeout as sleep } from 'node:timers/promises';
import { contextOf, type Runtime } from '#functions/runtime.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { getUser } from '#shared/people/store/users.ts';
import { decodeTaskRow, type TaskRow } from '#shared/results/store/task-results.ts';
import type { PlanStage, RunPlan } from '#shared/runs/rules/plan.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { type ExecutionRecord, getExecution } from '#shared/runs/store/executions.ts';
import { getLock } from '#shared/runs/store/locks.ts';
import type { Orchestrated } from '#shared/runs/verbs/lock/reconcile.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { createFullClient, type FullClient } from '#test/support/stack/full-client.ts';

/** The administrator of a stack with a chip, and their runs. */
export interface StackRuns {
  api: FullClient;
  ctx: Orchestrated<ProjectContext>;
  chipId: string;
  qids: string[];
  couplingIds: string[];
  /** Starts a managed run of a plan. */
  start(plan: RunPlan): Promise<ExecutionRecord>;
  execution(executionId: string): Promise<ExecutionRecord>;
  /** Waits until an execution has ended, and looks every so often. */
  ended(executionId: string, everyMilliseconds?: number): Promise<ExecutionRecord>;
  /** Rows of all its task results. */
  rows(executionId: string): Promise<TaskRow[]>;
  /** Execution that holds the project's lock. */
  lockedBy(): Promise<string | undefined>;
}

/** What a started service must give. */
interface StartedStack {
  url: string;
  runtime: Runtime;
  admin: { username: string; password: string };
}

/** A chip in the administrator's default project of a started service; one that is there already is used. */
export async function stackRuns(
  { url, runtime, admin }: StartedStack,
  chipId: string,
  size: number,
): Promise<StackRuns> {
  const login = await createFullClient({ baseUrl: url }).login({ body: admin });
  const projectId = login.default_project_id ?? '';
  const api = createFullClient({ baseUrl: url, token: () => login.access_token });
  await api.createChip({ body: { chip_id: chipId, size } }).catch((error: unknown) => {
    if (!(error instanceof Error && 'status' in error && error.status === 409)) throw error;
  });
  const chip = await api.getChip({ params: { chip_id: chipId } });
  const user = await getUser(runtime.db, login.user_id);
  const { orchestrator } = runtime.ports;
  if (!user || !orchestrator) throw new Error('The service has no administrator, or no state machine');
  const actor = { user, apiToken: undefined };
  const ctx = { ...contextOf(runtime, 'test'), actor, projectId, role: 'owner' as const, orchestrator };
  const execution = async (executionId: string) => {
    const found = await getExecution(runtime.db, projectId, executionId);
    if (!found) throw new Error(`no execution ${executionId}`);
    return found;
  };
  return {
    api,
    ctx,
    chipId,
    qids: Object.keys(chip.qubits ?? {}),
    couplingIds: Object.keys(chip.couplings ?? {}),
    start: (plan) =>
      startRun(ctx, {
        flowName: 'check',
        flowVersion: 1,
        runner: 'managed',
        backend: plan.backend,
        chipId,
        name: 'check',
        tags: [],
        parameters: {},
        plan,
      }),
    execution,
    ended: async (executionId, everyMilliseconds = 20) => {
      for (;;) {
        const found = await execution(executionId);
        if (isEnded(found.status)) return found;
        await sleep(everyMilliseconds);
      }
    },
    rows: async (executionId) => {
      const items = await queryAll(runtime.db, { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) });
      return items.map(decodeTaskRow);
    },
    lockedBy: async () => (await getLock(runtime.db, projectId))?.holder?.executionId,
  };
}

/** A plan of one stage on qubits. */
export const planOf = (tasks: readonly string[], qids: string[], more: Partial<RunPlan & PlanStage> = {}): RunPlan => {
  const { onFailure = 'continue', seed = 1, paceSeconds } = more;
  return {
    backend: 'simulator',
    seed,
    ...(paceSeconds === undefined ? {} : { paceSeconds }),
    stages: [
      {
        name: 'check',
        tasks: tasks.map((name) => ({ name, type: 'qubit', parameters: {} })),
        qids,
        couplingIds: [],
        onFailure,
      },
    ],
  };
};
