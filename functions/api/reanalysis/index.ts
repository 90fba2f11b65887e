import { groupHandler } from '../../http/group.ts';
import { reanalyzeQubitSpectroscopy } from './reanalyzeQubitSpectroscopy.ts';
import { reanalyzeResonatorSpectroscopy } from './reanalyzeResonatorSpectroscopy.ts';

export const handler = groupHandler({
  reanalyzeQubitSpectroscopy,
  reanalyzeResonatorSpectroscopy,
});
