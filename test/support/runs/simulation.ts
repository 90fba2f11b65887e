import { findTask } from '#shared/runs/rules/task-catalogue.ts';
import type { TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import { simulateTask } from '#simulator/simulate-task.ts';
import type { Values } from '#simulator/truth/values.ts';

/** What a test says of a simulated task; everything else is sound and usual. */
interface Simulation {
  task: string;
  taskId?: string;
  target?: string;
  seed?: number;
  values?: Values;
  control?: Values;
  targetQubit?: Values;
  startAt?: string;
  parameters?: Record<string, unknown>;
}

/** A day in the middle of a month. */
export const NOON = '2026-06-15T12:00:00.000Z';

/** Parameters of a chip without any fault. */
export const SOUND = { failure_rate: 0, bad_target_rate: 0 };

/** Simulates one task on qubit 12, or on the coupling of 12 and 13. */
export function simulated({ task, parameters = SOUND, ...rest }: Simulation): TaskOutcome {
  const type = findTask(task)?.type ?? 'qubit';
  const usual = type === 'qubit' ? '12' : type === 'coupling' ? '12-13' : '';
  const target = rest.target ?? usual;
  const [control = '', targetQubit = ''] = target.split('-');
  return simulateTask({
    planned: {
      index: 0,
      taskId: rest.taskId ?? 'a task',
      stage: 0,
      step: 0,
      attempt: 0,
      task: { name: task, type, parameters },
      target,
      upstreamId: '',
    },
    seed: rest.seed ?? 7,
    values: rest.values ?? {},
    startAt: rest.startAt ?? NOON,
    ...(type === 'coupling'
      ? {
          qubits: {
            control: { qid: control, values: rest.control ?? {} },
            target: { qid: targetQubit, values: rest.targetQubit ?? {} },
          },
        }
      : {}),
  });
}
