import { reanalyse } from '#simulator/reanalyse.ts';

/** A verb's context with the fits of the simulator in it. */
export const withFits = <C extends object>(ctx: C): C & { fit: typeof reanalyse } => ({ ...ctx, fit: reanalyse });
