import { driftOperations } from '#shared/contract/operations/drift.ts';
import { readDrift } from '#shared/services/drift/read-drift.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentDrift } from '../drift.ts';

export const getChipDrift = endpoint(driftOperations.getChipDrift, async ({ ctx, params, query }) =>
  presentDrift(await readDrift(ctx, params.chip_id), query),
);
