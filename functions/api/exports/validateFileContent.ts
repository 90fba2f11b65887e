import { fileOperations } from '#shared/contract/operations/files.ts';
import { problemOfText } from '#shared/domain/yaml/check-text.ts';
import { invalid } from '#shared/errors.ts';
import { workOnDocument } from '#shared/services/documents/work-on-document.ts';
import { endpoint } from '../../http/endpoint.ts';

export const validateFileContent = endpoint(fileOperations.validateFileContent, async ({ body }) => {
  const { content, file_type: kind } = body;
  const problem = await workOnDocument('problemOfText', problemOfText, content, kind);
  if (problem === null) throw invalid(`file_type '${kind}' is none of yaml, yml and json`);
  const name = kind.toLowerCase() === 'json' ? 'JSON' : 'YAML';
  if (problem === undefined) return { valid: true, message: `Valid ${name}`, error: null };
  return { valid: false, message: `Invalid ${name}: ${problem}`, error: problem };
});
