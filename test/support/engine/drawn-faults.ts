import fc from 'fast-check';
import { canceled, type Faults, throttled, timedOut } from './faults.ts';

/** The faults on the way to the table, drawn for each call; a killed process never receives the answer. */
export const faultPlan = fc.array(fc.constantFrom('', '', '', 'conflict', 'throttled', 'lost', 'killed'), {
  minLength: 1,
  maxLength: 9,
});

/** Has the calls meet the faults of a plan, over and over. */
function meetFaults(faults: Faults, plan: readonly string[]): void {
  faults.plan(({ number, command }) => {
    const isWrite = command === 'TransactWriteItems';
    switch (plan[(number - 1) % plan.length]) {
      case 'conflict':
        return isWrite ? { before: canceled('TransactionConflict') } : undefined;
      case 'throttled':
        return { before: throttled() };
      case 'lost':
        return isWrite ? { after: timedOut() } : undefined;
      case 'killed':
        return isWrite ? { after: Object.assign(new Error('gone'), { name: 'AccessDenied' }) } : undefined;
      default:
        return undefined;
    }
  });
}

/** Tries under faults, and then repeats without any: the result is that of the repeat. */
export async function withFaults<T>(faults: Faults, plan: readonly string[], action: () => Promise<T>): Promise<T> {
  meetFaults(faults, plan);
  await action().catch(() => undefined);
  await faults.idle();
  faults.clear();
  return action();
}
