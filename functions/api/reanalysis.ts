import type { reanalysisOperations } from '#shared/contract/operations/reanalysis.ts';
import type { ReanalysedTask } from '#shared/domain/runs/reanalysis.ts';
import { reanalyse } from '#shared/services/task-results/files/reanalyse.ts';
import { endpoint } from '../http/endpoint.ts';
import { withFits } from '../ports/fits.ts';
import { withObjects } from '../ports/objects.ts';
import { parseReanalysis, presentReanalysis } from './reanalysis/present.ts';

type Operations = typeof reanalysisOperations;

/** Fits stored raw data of one task again. */
export const reanalyzes = (operation: Operations[keyof Operations], task: ReanalysedTask) =>
  endpoint(operation, async ({ ctx, params, body }) =>
    presentReanalysis(await reanalyse(withFits(withObjects(ctx)), { task, ...parseReanalysis(params, body) })),
  );
