import { AsyncLocalStorage } from 'node:async_hooks';

/** Units of the table that the present work has used. */
export interface ConsumedUnits {
  reads: number;
  writes: number;
}

const counting = new AsyncLocalStorage<ConsumedUnits | undefined>();

/** Does work whose units are added to `units`; undefined for work that is not counted. */
export const countingUnits = <T>(units: ConsumedUnits | undefined, work: () => T): T => counting.run(units, work);

/** Where the units of the present work are counted, if anywhere. */
export const countedUnits = (): ConsumedUnits | undefined => counting.getStore();
