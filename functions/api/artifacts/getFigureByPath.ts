import { artifactOperations } from '#shared/contract/operations/artifacts.ts';
import { readArtifact } from '#shared/services/task-results/files/read-artifact.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withFiles } from '../../ports/downloads.ts';
import { answerFile } from './present.ts';

export const getFigureByPath = endpoint(artifactOperations.getFigureByPath, async ({ ctx, query }) =>
  answerFile(await readArtifact(withFiles(ctx), query.path, 'figures')),
);
