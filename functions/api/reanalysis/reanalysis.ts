import { reanalysisOperations } from '#shared/contract/operations/reanalysis.ts';
import { reanalyzes } from '../reanalysis.ts';

export const reanalyzeQubitSpectroscopy = reanalyzes(
  reanalysisOperations.reanalyzeQubitSpectroscopy,
  'CheckQubitSpectroscopy',
);

export const reanalyzeResonatorSpectroscopy = reanalyzes(
  reanalysisOperations.reanalyzeResonatorSpectroscopy,
  'CheckResonatorSpectroscopy',
);
