import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { filePath, fileText } from '../schemas/files.ts';

/** Flows as files, written (rule FLOW-8): apart from their reading, since what saves flows starts runs as well. */
export const saveFileOperations = {
  saveFileContent: define('saveFileContent', {
    summary: 'Save a source in the place of the newest version of its flow, as a version of its own',
    description:
      'The answer has the path of what was saved. Another version than the newest is 409: another user has saved meanwhile. A flow is made by `POST /flows`, which says for which chip.',
    body: z.object({ path: filePath, content: fileText }).meta({ id: 'SaveFile' }),
    status: 200,
    response: z.object({ message: z.string(), path: z.string() }).meta({ id: 'SavedFile' }),
    errors: ['unknown_reference', 'conflict', 'etag_mismatch'],
  }),
};
