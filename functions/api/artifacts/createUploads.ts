import { artifactOperations } from '#shared/contract/operations/artifacts.ts';
import { createUploads as create } from '#shared/services/workers/create-uploads.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withObjects } from '../../ports/objects.ts';
import { withUploads } from '../../ports/uploads.ts';
import { parseUnderClaim } from '../under-claim.ts';
import { parseFile, presentUpload } from './present.ts';

export const createUploads = endpoint(artifactOperations.createUploads, async ({ ctx, params, body }) => {
  const request = { ...parseUnderClaim(body), files: body.files.map(parseFile) };
  const { uploads, stop } = await create(withUploads(withObjects(ctx)), params.flow_run_id, request);
  return { uploads: uploads.map(presentUpload), stop };
});
