import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as read from '#shared/services/chips/read-chip.ts';
import { targetOfChipAsOf } from '#shared/services/history/chip-as-of.ts';
import { endpoint } from '../../http/endpoint.ts';
import { measuredTargetOf } from '../target.ts';
import { presentTarget } from './present.ts';

const { getChipQubit: qubit, getChipCoupling: coupling } = chipOperations;

const getChipTarget = (operation: typeof qubit | typeof coupling) =>
  endpoint(operation, async ({ ctx, params, query }) => {
    const { kind, id } = measuredTargetOf(params, query);
    const { as_of: asOf } = query;
    if (asOf !== undefined)
      return presentTarget(await targetOfChipAsOf(ctx, { chipId: params.chip_id, kind, id }, asOf));
    return presentTarget(await read.readTarget(ctx, params.chip_id, kind, id));
  });

export const getChipQubit = getChipTarget(qubit);
export const getChipCoupling = getChipTarget(coupling);
