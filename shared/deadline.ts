import type { Context } from './context.ts';

/** The time that was given for a work is over: what is written stands, and whoever looks next goes on. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/** Asked between the calls of a work; throws where its time is over. */
export type Deadline = () => void;

/** Of a work that nobody waits for. */
export const noDeadline: Deadline = () => undefined;

/** Without a time, a work takes as long as it takes. @throws OutOfTimeError from the answered function. */
export const deadlineAt =
  ({ clock }: Pick<Context, 'clock'>, until: Date | undefined): Deadline =>
  () => {
    if (until && clock() > until) throw new OutOfTimeError(`It was to be done by ${until.toISOString()}`);
  };

/** Answers whether work was done within its time. */
export async function isDoneInTime(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof OutOfTimeError) return false;
    throw error;
  }
}
