import { endpoint } from '#functions/http/endpoint.ts';
import { workOnDocument } from '#shared/flows/verbs/documents/work-on-document.ts';
import { invalid } from '#shared/kernel/errors.ts';
import { problemOfText } from '#shared/kernel/rules/yaml/check-text.ts';
import { filesOperations } from '../contract/operations/files.ts';
import { filesStatus, flowTree, listHelpers, readFlowFile, readHelper, zipFlowFiles } from '../verbs/flow-files.ts';
import { presentContent, presentNode } from './present-files.ts';

export const downloadZipFile = endpoint(filesOperations.downloadZipFile, async ({ ctx, query }) => {
  const { name, bytes } = await zipFlowFiles(ctx, query.path);
  return { bytes, contentType: 'application/zip', fileName: name };
});

export const getFileContent = endpoint(filesOperations.getFileContent, async ({ ctx, query }) =>
  presentContent(await readFlowFile(ctx, query.path)),
);

export const getFileTree = endpoint(filesOperations.getFileTree, async ({ ctx }) =>
  (await flowTree(ctx)).map(presentNode),
);

export const getFlowHelperFile = endpoint(filesOperations.getFlowHelperFile, ({ ctx, params }) =>
  readHelper(ctx, params.filename),
);

export const getGitStatus = endpoint(filesOperations.getGitStatus, async ({ ctx }) => {
  const { digest, newest } = await filesStatus(ctx);
  return {
    ...{ is_git_repo: false, message: 'Versions of flows are kept by the service, not by Git', branch: null },
    commit: newest ? digest : null,
    commit_message: newest ? `Flow '${newest.name}': version ${newest.version} by '${newest.updatedBy}'` : null,
    committed_at: newest?.updatedAt ?? null,
    ...{ is_dirty: false, changed_files: [], untracked_files: [] },
  };
});

export const listFlowHelperFiles = endpoint(filesOperations.listFlowHelperFiles, ({ ctx }) => listHelpers(ctx));

export const validateFileContent = endpoint(filesOperations.validateFileContent, async ({ body }) => {
  const { content, file_type: kind } = body;
  const problem = await workOnDocument('problemOfText', problemOfText, content, kind);
  if (problem === null) throw invalid(`file_type '${kind}' is none of yaml, yml and json`);
  const name = kind.toLowerCase() === 'json' ? 'JSON' : 'YAML';
  if (problem === undefined) return { valid: true, message: `Valid ${name}`, error: null };
  return { valid: false, message: `Invalid ${name}: ${problem}`, error: problem };
});
