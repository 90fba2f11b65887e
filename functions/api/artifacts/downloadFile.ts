import { artifactOperations } from '#shared/contract/operations/artifacts.ts';
import { readArtifact } from '#shared/services/task-results/read-artifact.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withObjects } from '../../ports/objects.ts';

export const downloadFile = endpoint(artifactOperations.downloadFile, ({ ctx, query }) =>
  readArtifact(withObjects(ctx), query.path, 'raw'),
);
