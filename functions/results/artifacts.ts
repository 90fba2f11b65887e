import { artifactOperations } from '#shared/results/contract/operations/artifacts.ts';
import { compareExecutions as compare } from '#shared/results/verbs/comparison/compare-executions.ts';
import { askForArchive, readArchive } from '#shared/results/verbs/files/figure-archives.ts';
import { linkToFile, readArtifact } from '#shared/results/verbs/files/read-artifact.ts';
import { zipFigures } from '#shared/results/verbs/files/zip-figures.ts';
import { readSnapshot } from '#shared/results/verbs/snapshots/read-snapshot.ts';
import { createUploads as create } from '#shared/workers/verbs/create-uploads.ts';
import { endpoint } from '../http/endpoint.ts';
import { withArchives, withFiles, withObjects, withUploads } from '../ports.ts';
import { parseUnderClaim } from '../workers/under-claim.ts';
import {
  answerFile,
  parseFile,
  presentArchive,
  presentComparison,
  presentLink,
  presentSnapshot,
  presentUpload,
} from './present-artifacts.ts';

export const compareExecutions = endpoint(artifactOperations.compareExecutions, async ({ ctx, query }) => {
  const ids = { before: query.execution_id_before, after: query.execution_id_after };
  return presentComparison(await compare(withObjects(ctx), ids, { qid: query.qid, task: query.task_name }));
});

export const createFigureArchive = endpoint(artifactOperations.createFigureArchive, async ({ ctx, body }) =>
  presentArchive(await askForArchive(withArchives(ctx), body.paths, body.filename)),
);

export const createUploads = endpoint(artifactOperations.createUploads, async ({ ctx, params, body }) => {
  const request = { ...parseUnderClaim(body), files: body.files.map(parseFile) };
  const { uploads, stop } = await create(withUploads(withObjects(ctx)), params.flow_run_id, request);
  return { uploads: uploads.map(presentUpload), stop };
});

export const downloadFiguresAsZip = endpoint(artifactOperations.downloadFiguresAsZip, ({ ctx, body }) =>
  zipFigures(withObjects(ctx), body.paths, body.filename),
);

export const downloadFile = endpoint(artifactOperations.downloadFile, async ({ ctx, query }) =>
  answerFile(await readArtifact(withFiles(ctx), query.path, 'raw')),
);

export const getExecutionSnapshot = endpoint(artifactOperations.getExecutionSnapshot, async ({ ctx, params }) =>
  presentSnapshot(await readSnapshot(withObjects(ctx), params.execution_id)),
);

export const getFigureArchive = endpoint(artifactOperations.getFigureArchive, async ({ ctx, params }) =>
  presentArchive(await readArchive(withArchives(ctx), params.archive_id)),
);

export const getFigureByPath = endpoint(artifactOperations.getFigureByPath, async ({ ctx, query }) =>
  answerFile(await readArtifact(withFiles(ctx), query.path, 'figures')),
);

export const getFileLink = endpoint(artifactOperations.getFileLink, async ({ ctx, query }) =>
  presentLink(await linkToFile(withFiles(ctx), query.path)),
);
