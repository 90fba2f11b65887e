import { artifactOperations } from '#shared/contract/operations/artifacts.ts';
import { zipFigures } from '#shared/services/task-results/files/zip-figures.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withObjects } from '../../ports/objects.ts';

export const downloadFiguresAsZip = endpoint(artifactOperations.downloadFiguresAsZip, ({ ctx, body }) =>
  zipFigures(withObjects(ctx), body.paths, body.filename),
);
