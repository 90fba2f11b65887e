import type { reanalysisOperations } from '#shared/results/contract/operations/reanalysis.ts';
import { reanalyse } from '#shared/results/verbs/files/reanalyse.ts';
import type { ReanalysedTask } from '#shared/runs/rules/reanalysis.ts';
import { endpoint } from '../http/endpoint.ts';
import { withFits } from '../ports/fits.ts';
import { withObjects } from '../ports/objects.ts';
import { parseReanalysis, presentReanalysis } from './present-reanalysis.ts';

type Operations = typeof reanalysisOperations;

/** Fits stored raw data of one task again. */
export const reanalyzes = (operation: Operations[keyof Operations], task: ReanalysedTask) =>
  endpoint(operation, async ({ ctx, params, body }) =>
    presentReanalysis(await reanalyse(withFits(withObjects(ctx)), { task, ...parseReanalysis(params, body) })),
  );
