import * as z from 'zod';
import { FLOW_CODE_LIMIT_BYTES } from '#shared/domain/flows/names.ts';
import { define } from '../define.ts';
import { fileContent, filePath, fileTreeNode, fileValidation, gitStatus } from '../schemas/files.ts';

const ofPath = z.object({ path: filePath });
const isShort = (text: string): boolean =>
  text.isWellFormed() && new TextEncoder().encode(text).length <= FLOW_CODE_LIMIT_BYTES;
const content = z.string().refine(isShort, `must be at most ${FLOW_CODE_LIMIT_BYTES} bytes of UTF-8`);

/** Flows as files (rule FLOW-8). */
export const fileOperations = {
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
  saveFileContent: define('saveFileContent', {
    summary: 'Save a source in the place of the newest version of its flow, as a version of its own',
    description:
      'The answer has the path of what was saved. Another version than the newest is 409: somebody has saved meanwhile. A flow is made by `POST /flows`, which says for which chip.',
    body: z.object({ path: filePath, content }).meta({ id: 'SaveFile' }),
    status: 200,
    response: z.object({ message: z.string(), path: z.string() }).meta({ id: 'SavedFile' }),
    errors: ['unknown_reference', 'conflict', 'etag_mismatch'],
  }),
  validateFileContent: define('validateFileContent', {
    summary: 'Whether a text is YAML, or JSON',
    description: 'Whether it is a flow too says `POST /flows/validate`.',
    body: z
      .object({ content, file_type: z.string().max(20).meta({ description: '`yaml`, `yml` or `json`' }) })
      .meta({ id: 'ValidateFile' }),
    status: 200,
    response: fileValidation,
  }),
  downloadZipFile: define('downloadZipFile', {
    summary: 'A version of a flow, the folder of a flow, or all flows as they stand, in a zip archive',
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
    summary: 'Names of the sources of all flows as they stand, to read from',
    status: 200,
    response: z.array(z.string()),
  }),
  getFlowHelperFile: define('getFlowHelperFile', {
    summary: 'The source of a flow as it stands, as a JSON string',
    params: z.object({ filename: z.string().min(1).max(100) }),
    status: 200,
    response: z.string(),
    errors: ['not_found'],
  }),
};
