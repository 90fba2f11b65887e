import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as read from '#shared/services/chips/read-chip.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTarget } from './present.ts';

/** getChipQubit: one qubit. */
export const getChipQubit = endpoint(chipOperations.getChipQubit, async ({ ctx, params }) =>
  presentTarget(await read.readTarget(ctx, params.chip_id, 'qubit', params.qid)),
);
