import { reanalysisOperations } from '#shared/results/contract/operations/reanalysis.ts';
import { reanalyse } from '#shared/results/verbs/files/reanalyse.ts';
import type { ReanalysedTask } from '#shared/runs/rules/reanalysis.ts';
import { reanalyse as fit } from '#simulator/reanalyse.ts';
import { endpoint } from '../http/endpoint.ts';
import { withObjects } from '../ports.ts';
import { parseReanalysis, presentReanalysis } from './present-reanalysis.ts';

type Operations = typeof reanalysisOperations;

/** Fits stored raw data of one task again. */
const reanalyzes = (operation: Operations[keyof Operations], task: ReanalysedTask) =>
  endpoint(operation, async ({ ctx, params, body }) =>
    presentReanalysis(await reanalyse({ ...withObjects(ctx), fit }, { task, ...parseReanalysis(params, body) })),
  );

export const reanalyzeQubitSpectroscopy = reanalyzes(
  reanalysisOperations.reanalyzeQubitSpectroscopy,
  'CheckQubitSpectroscopy',
);

export const reanalyzeResonatorSpectroscopy = reanalyzes(
  reanalysisOperations.reanalyzeResonatorSpectroscopy,
  'CheckResonatorSpectroscopy',
);
