import { reanalysisOperations } from '#shared/contract/operations/reanalysis.ts';
import { reanalyse } from '#shared/services/task-results/files/reanalyse.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withFits } from '../../ports/fits.ts';
import { withObjects } from '../../ports/objects.ts';
import { parseReanalysis, presentReanalysis } from './present.ts';

export const reanalyzeResonatorSpectroscopy = endpoint(
  reanalysisOperations.reanalyzeResonatorSpectroscopy,
  async ({ ctx, params, body }) =>
    presentReanalysis(
      await reanalyse(withFits(withObjects(ctx)), {
        task: 'CheckResonatorSpectroscopy',
        ...parseReanalysis(params, body),
      }),
    ),
);
