import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as read from '#shared/services/chips/read-chip.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTarget } from './present.ts';

/** getChipCoupling: one coupling. */
export const getChipCoupling = endpoint(chipOperations.getChipCoupling, async ({ ctx, params }) =>
  presentTarget(await read.readTarget(ctx, params.chip_id, 'coupling', params.coupling_id)),
);
