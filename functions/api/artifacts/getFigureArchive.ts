import { artifactOperations } from '#shared/contract/operations/artifacts.ts';
import { readArchive } from '#shared/services/task-results/files/figure-archives.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withArchives } from '../../ports/archives.ts';
import { presentArchive } from './present.ts';

export const getFigureArchive = endpoint(artifactOperations.getFigureArchive, async ({ ctx, params }) =>
  presentArchive(await readArchive(withArchives(ctx), params.archive_id)),
);
