import { AsyncLocalStorage } from 'node:async_hooks';

/** What runs and may pause or die by itself: a function's invocation, a request, a worker, a user at a browser. */
export interface Process {
  readonly name: string;
  /** Whether faults hit it; users and the services of AWS are spared. */
  readonly mortal: boolean;
  /** How far its clock is ahead. */
  readonly skewMilliseconds: number;
  /** Most that each of its calls takes. */
  readonly paceMilliseconds: number;
  /** It pauses until then. */
  heldUntil: number;
  dead: boolean;
  /** Who waits for its end. */
  readonly onDeath: (() => void)[];
}

/** In which process code runs, through all that it awaits. */
const running = new AsyncLocalStorage<Process>();

/** The process whose code runs. @throws Error outside the simulation. */
export function currentProcess(): Process {
  const process = running.getStore();
  if (!process) throw new Error('Code of the simulation runs in no process');
  return process;
}

export const runIn = <T>(process: Process, work: () => T): T => running.run(process, work);

/** Whether code of a simulation runs, and not that of what is around it. */
export const isSimulated = (): boolean => running.getStore() !== undefined;
