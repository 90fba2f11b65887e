import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { PlanStage, RunPlan } from '#shared/runs/rules/plan.ts';
import type { TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import type { TaskRequest } from '#shared/runs/rules/task-request.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { memoryObjects } from '#test/support/engine/memory-objects.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkResults } from '#test/support/runs/run-results.ts';
import { executionOf, fakeOrchestrator, type RunContext, started } from '#test/support/runs/runs.ts';

export let verbs: Verbs;
export let ctx: RunContext;
let member: ProjectContext;
let restore: () => Promise<void>;

/** Brings back the empty chip of Alice, of which no run has begun. */
export async function emptyChip(): Promise<void> {
  await restore();
  ctx = { ...member, orchestrator: fakeOrchestrator() };
}

/** Gives every test of a file an empty chip of 32 qubits. */
export function onChip(): void {
  beforeAll(async () => {
    verbs = await startVerbs();
    verbs.now = new Date('2025-03-01T12:00:00.000Z');
    member = await verbs.member('alice');
    await createChip(member, { chipId: 'chip', topologyId: 'linear-32' });
    restore = await verbs.keep();
  });
  afterAll(() => verbs.stop());
  beforeEach(emptyChip);
}

const qids = (n: number) => Array.from({ length: n }, (_, qid) => String(qid));
export const stage = (tasks: string[], count: number, onFailure: PlanStage['onFailure'] = 'continue'): PlanStage => ({
  name: tasks.join('+'),
  tasks: tasks.map((name) => ({ name, type: 'qubit', parameters: {} })),
  qids: qids(count),
  couplingIds: [],
  onFailure,
});
export const plan = (...stages: PlanStage[]): RunPlan => ({ backend: 'simulator', seed: 1, stages });

/** A run that has begun. */
export async function begun(of: RunPlan): Promise<RunRef> {
  const ref = await started(ctx, { plan: of });
  await beginRun(ctx, ref);
  return ref;
}

/** A backend that fails the named `task target` pairs, takes ten seconds over each task, and counts what it is asked. */
export function backend(failing: readonly string[] = []) {
  const asked: TaskRequest[] = [];
  const runTask = (request: TaskRequest): TaskOutcome => {
    asked.push(request);
    const { planned, startAt } = request;
    const failed = failing.includes(`${planned.task.name} ${planned.target}`);
    return {
      taskId: planned.taskId,
      name: planned.task.name,
      type: planned.task.type,
      target: planned.target,
      upstreamId: planned.upstreamId,
      status: failed ? 'failed' : 'completed',
      message: failed ? 'no signal' : '',
      inputParameters: {},
      runParameters: {},
      outputParameters: failed ? {} : { t1: { value: 40, error: 1, unit: 'us', valueType: 'float', description: '' } },
      figures: [{ name: `${planned.task.name}_${planned.target}.json`, contentType: 'application/json', body: '{}' }],
      rawData: [],
      startAt,
      endAt: new Date(Date.parse(startAt) + 10_000).toISOString(),
    };
  };
  const objects = memoryObjects();
  return { asked, objects: objects.kept, ctx: { ...ctx, objects, runTask } };
}

export const never = () => false;
export const results = () => checkResults(verbs.db, ctx.config.calendarTimeZone, ['chip']);
export const counts = async (ref: RunRef) => (await executionOf(ctx, ref)).taskCounts;
