import { groupHandler } from '../../http/group.ts';
import { reanalyzeQubitSpectroscopy, reanalyzeResonatorSpectroscopy } from './reanalysis.ts';

export const handler = groupHandler({
  reanalyzeQubitSpectroscopy,
  reanalyzeResonatorSpectroscopy,
});
