import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as read from '#shared/services/chips/read-chip.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { presentTarget } from './present.ts';

const { getChipQubit: qubit, getChipCoupling: coupling } = chipOperations;

const getChipTarget = (operation: typeof qubit | typeof coupling) =>
  endpoint(operation, async ({ ctx, params }) => {
    const { kind, id } = targetOf(params);
    return presentTarget(await read.readTarget(ctx, params.chip_id, kind, id));
  });

export const getChipQubit = getChipTarget(qubit);
export const getChipCoupling = getChipTarget(coupling);
