import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { chipId, qid } from '../../../api/schemas/common.ts';
import {
  reanalysis,
  reanalyzeQubitSpectroscopyBody,
  reanalyzeResonatorSpectroscopyBody,
} from '../schemas/reanalysis.ts';

const fittedAgain = {
  description:
    'By the fit of the simulator, which finds with the parameters of the run what the run found. Nothing is kept. 409 where the result has no raw data, or raw data that this fit cannot read.',
  params: z.object({ chip_id: chipId, qid }),
  status: 200,
  response: reanalysis,
  errors: ['not_found', 'unknown_reference', 'conflict'],
} as const;

/** Fits of stored raw data. */
export const reanalysisOperations = {
  reanalyzeQubitSpectroscopy: define('reanalyzeQubitSpectroscopy', {
    ...fittedAgain,
    summary: 'Stored raw data of CheckQubitSpectroscopy, fitted again with other parameters',
    body: reanalyzeQubitSpectroscopyBody,
  }),
  reanalyzeResonatorSpectroscopy: define('reanalyzeResonatorSpectroscopy', {
    ...fittedAgain,
    summary: 'Stored raw data of CheckResonatorSpectroscopy, fitted again with other parameters',
    body: reanalyzeResonatorSpectroscopyBody,
  }),
};
