import type { Context } from './context.ts';

/** The time for a job is over: what was written stays, and the next look continues. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/** Called between the steps of a job; throws when its time is over. */
export type Deadline = () => void;

/** For jobs without a time limit. */
export const noDeadline: Deadline = () => undefined;

/** Without a time there is no limit. @throws OutOfTimeError from the answered function. */
export const deadlineAt =
  ({ clock }: Pick<Context, 'clock'>, until: Date | undefined): Deadline =>
  () => {
    if (until && clock() > until) throw new OutOfTimeError(`It was to be done by ${until.toISOString()}`);
  };

/** Answers whether the job was done within its time. */
export async function isDoneInTime(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof OutOfTimeError) return false;
    throw error;
  }
}
