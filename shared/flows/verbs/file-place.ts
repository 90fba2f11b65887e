import { invalid, type ServiceError, unknownReference } from '../../kernel/errors.ts';
import { parseFlowPath } from '../rules/file-paths.ts';

/** The flow and version that a path names. @throws ServiceError. */
export function fileOf(path: string): { flow: string; version: number } {
  const place = parseFlowPath(path);
  if (!place) throw unknownFile(path);
  if (place.flow === undefined || place.version === undefined) throw invalid(`'${path}' is a folder, not a file`);
  return { flow: place.flow, version: place.version };
}

/** It is named in a query or a body. */
export const unknownFile = (path: string): ServiceError => unknownReference(`File '${path}' not found`);
