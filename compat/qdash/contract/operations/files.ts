import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { fileContent, filePath, fileText, fileTreeNode, fileValidation, gitStatus } from '../schemas/files.ts';

const ofPath = z.object({ path: filePath });
/** Flows as files (rule FLOW-8). */
export const filesOperations = {
  getFileTree: define('getFileTree', {
    summary: 'Flows as a tree of files: a folder each, with its newest versions',
    status: 200,
    response: z.array(fileTreeNode),
  }),
  getFileContent: define('getFileContent', {
    summary: 'The source of one version of a flow by its path',
    query: ofPath,
    status: 200,
    response: fileContent,
    errors: ['unknown_reference'],
  }),
  validateFileContent: define('validateFileContent', {
    summary: 'Whether a text is YAML, or JSON',
    description: 'Whether it is a flow too says `POST /flows/validate`.',
    body: z
      .object({ content: fileText, file_type: z.string().max(20).meta({ description: '`yaml`, `yml` or `json`' }) })
      .meta({ id: 'ValidateFile' }),
    status: 200,
    response: fileValidation,
  }),
  downloadZipFile: define('downloadZipFile', {
    summary: 'A version of a flow, the folder of a flow, or all current flows, in a zip archive',
    query: ofPath,
    status: 200,
    file: ['application/zip'],
    errors: ['unknown_reference', 'request_too_broad'],
  }),
  getGitStatus: define('getGitStatus', {
    summary: 'The last save of a flow, as QDash says the state of a repository',
    status: 200,
    response: gitStatus,
  }),
  listFlowHelperFiles: define('listFlowHelperFiles', {
    summary: 'Names of the current sources of all flows',
    status: 200,
    response: z.array(z.string()),
  }),
  getFlowHelperFile: define('getFlowHelperFile', {
    summary: 'The current source of a flow, as a JSON string',
    params: z.object({ filename: z.string().min(1).max(100) }),
    status: 200,
    response: z.string(),
    errors: ['not_found'],
  }),
};
