import { reanalysisOperations } from '#shared/contract/operations/reanalysis.ts';
import { reanalyzes } from '../reanalysis.ts';

export const reanalyzeQubitSpectroscopy = reanalyzes(
  reanalysisOperations.reanalyzeQubitSpectroscopy,
  'CheckQubitSpectroscopy',
);
