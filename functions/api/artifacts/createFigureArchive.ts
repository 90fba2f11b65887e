import { artifactOperations } from '#shared/contract/operations/artifacts.ts';
import { askForArchive } from '#shared/services/task-results/files/figure-archives.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withArchives } from '../../ports/archives.ts';
import { presentArchive } from './present.ts';

export const createFigureArchive = endpoint(artifactOperations.createFigureArchive, async ({ ctx, body }) =>
  presentArchive(await askForArchive(withArchives(ctx), body.paths, body.filename)),
);
