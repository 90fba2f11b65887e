import { artifactOperations } from '#shared/contract/operations/artifacts.ts';
import { readSnapshot } from '#shared/services/snapshots/read-snapshot.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withObjects } from '../../ports/objects.ts';
import { presentSnapshot } from './present.ts';

export const getExecutionSnapshot = endpoint(artifactOperations.getExecutionSnapshot, async ({ ctx, params }) =>
  presentSnapshot(await readSnapshot(withObjects(ctx), params.execution_id)),
);
