import { artifactOperations } from '#shared/contract/operations/artifacts.ts';
import { linkToFile } from '#shared/services/task-results/files/read-artifact.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withFiles } from '../../ports/downloads.ts';
import { presentLink } from './present.ts';

export const getFileLink = endpoint(artifactOperations.getFileLink, async ({ ctx, query }) =>
  presentLink(await linkToFile(withFiles(ctx), query.path)),
);
