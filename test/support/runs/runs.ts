import type { ProjectContext } from '#shared/kernel/context.ts';
import { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import { updateProject } from '#shared/projects/verbs/projects.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import type { FlowRunInput, FlowRunState, Orchestrator } from '#shared/runs/orchestration/port.ts';
import type { LockScope } from '#shared/runs/rules/lock.ts';
import type { TaskStatus } from '#shared/runs/rules/statuses.ts';
import { getExecution } from '#shared/runs/store/executions.ts';
import { getLock, holdersOf } from '#shared/runs/store/locks.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { type NewRun, startRun } from '#shared/runs/verbs/start/start-run.ts';
import { taskResultRecord } from './task-result.ts';

/** A state machine that does nothing by itself: the test sets the state of its runs. */
export interface FakeOrchestrator extends Orchestrator {
  /** What was started, by the run's id. */
  readonly started: Map<string, FlowRunInput>;
  /** The state of each run. */
  readonly states: Map<string, FlowRunState>;
  /** The tokens that were failed, with the error. */
  readonly failed: { token: string; error: string }[];
  /** The completed tokens with their output, and those with a heartbeat. */
  readonly completed: { token: string; output: unknown }[];
  readonly beats: string[];
  /** Thrown by the calls of that name until it is removed; `after` the call was carried out. */
  readonly faults: Partial<Record<keyof Orchestrator, { error: Error; after?: boolean }>>;
}

/** A fake state machine without runs. */
export function fakeOrchestrator(): FakeOrchestrator {
  const started = new Map<string, FlowRunInput>();
  const states = new Map<string, FlowRunState>();
  const failed: FakeOrchestrator['failed'] = [];
  const completed: FakeOrchestrator['completed'] = [];
  const beats: string[] = [];
  const faults: FakeOrchestrator['faults'] = {};
  const carryOut = async <T>(call: keyof typeof faults, act: () => T): Promise<T> => {
    const fault = faults[call];
    if (fault && !fault.after) throw fault.error;
    const answer = act();
    if (fault) throw fault.error;
    return answer;
  };
  return {
    started,
    states,
    failed,
    completed,
    beats,
    faults,
    start: (input) =>
      carryOut('start', () => {
        if (started.has(input.flow_run_id)) return;
        started.set(input.flow_run_id, input);
        states.set(input.flow_run_id, { status: 'running' });
      }),
    describe: (flowRunId) => carryOut('describe', () => states.get(flowRunId)),
    failToken: (token, error) =>
      carryOut('failToken', () => {
        failed.push({ token, error });
      }),
    completeToken: (token, output) =>
      carryOut('completeToken', () => {
        completed.push({ token, output });
      }),
    heartbeat: (token) =>
      carryOut('heartbeat', () => {
        beats.push(token);
      }),
  };
}

/** What a verb of runs is called with. */
export type RunContext = ProjectContext & { orchestrator: FakeOrchestrator };

/** A managed run as it may be asked for. */
export const newRun = (given: Partial<NewRun> = {}): NewRun => ({
  flowName: 'check',
  flowVersion: 3,
  runner: 'managed',
  backend: 'simulator',
  chipId: 'chip',
  name: 'Check',
  tags: ['daily'],
  parameters: { shots: 1024 },
  plan: {
    backend: 'simulator',
    seed: 7,
    stages: [
      {
        name: 'check',
        tasks: [{ name: 'CheckT1', type: 'qubit', parameters: {} }],
        qids: ['0', '1'],
        couplingIds: [],
        onFailure: 'continue',
      },
    ],
  },
  ...given,
});

/** Starts a run and answers how it is named. */
export const started = async (ctx: RunContext, given: Partial<NewRun> = {}): Promise<RunRef> =>
  startRun(ctx, newRun(given));

/** The current state of an execution. */
export async function executionOf(ctx: ProjectContext, { projectId, executionId }: Omit<RunRef, 'flowRunId'>) {
  const execution = await getExecution(ctx.db, projectId, executionId);
  if (!execution) throw new Error(`no execution ${executionId}`);
  return execution;
}

/** Which execution holds the lock of a project; the oldest where several hold those of chips. */
export const lockedBy = async ({ db, projectId }: ProjectContext): Promise<string | undefined> =>
  (await getLock(db, projectId))?.holder?.executionId;

/** The executions that hold locks of a project, the oldest first. */
export const holdersIn = async ({ db, projectId }: ProjectContext): Promise<string[]> =>
  holdersOf(await getLock(db, projectId)).map(({ executionId }) => executionId);

/** Lets the locks of a project cover what is said, and answers the caller's context there. */
export async function withLockScope<C extends ProjectContext>(ctx: C, lockScope: LockScope): Promise<C> {
  await updateProject(ctx, { lockScope });
  return { ...ctx, lockScope: lockScope === 'chip' ? lockScope : undefined };
}

/** Puts tasks of these statuses into a run as its writer would, whatever their number. */
export async function putTasks(
  ctx: ProjectContext,
  ref: RunRef,
  statuses: readonly TaskStatus[],
  first = 0,
): Promise<string[]> {
  const { projectId, executionId } = ref;
  const { chipId, taskCounts } = await executionOf(ctx, ref);
  const counts = { ...taskCounts };
  const transaction = new Transaction(ctx.db);
  const taskIds = statuses.map((status, n) => {
    const index = first + n;
    const taskId = `${executionId}-${index}`;
    counts[status] = (counts[status] ?? 0) + 1;
    const result = taskResultRecord({ projectId, executionId, chipId, taskId, status, index, qid: String(index) });
    transaction.put(taskResultEntity.encode(result, 1));
    return taskId;
  });
  transaction.update(projectKeys.execution(projectId, executionId), updateOf({ set: { taskCounts: counts } }));
  await transaction.commit();
  return taskIds;
}
