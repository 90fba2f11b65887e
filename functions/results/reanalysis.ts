import { reanalysisOperations } from '#shared/results/contract/operations/reanalysis.ts';
import { reanalyzes } from './present-reanalysed.ts';

export const reanalyzeQubitSpectroscopy = reanalyzes(
  reanalysisOperations.reanalyzeQubitSpectroscopy,
  'CheckQubitSpectroscopy',
);

export const reanalyzeResonatorSpectroscopy = reanalyzes(
  reanalysisOperations.reanalyzeResonatorSpectroscopy,
  'CheckResonatorSpectroscopy',
);
