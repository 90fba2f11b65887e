import { downloadKey } from '../../../../runs/rules/artifact-path.ts';
import type { ExportRecord } from '../../../store/exports.ts';

/** Names an export. */
export interface ExportRef {
  projectId: string;
  exportId: string;
}

/** The ending of the key of an object that asks for an export: writing one starts the function that makes it. */
const requestEnding = '.export.json';

export const requestKey = ({ projectId, exportId }: ExportRef): string =>
  downloadKey(projectId, `${exportId}${requestEnding}`);

export const fileKey = ({ projectId, exportId, format }: Pick<ExportRecord, keyof ExportRef | 'format'>): string =>
  downloadKey(projectId, `${exportId}.${format}`);

/** Of each holder and step its own, so that one who has lost the job writes over nothing. */
export const checkpointKey = ({ projectId, exportId }: ExportRef, holder: string, step: number): string =>
  downloadKey(projectId, `${exportId}.${holder}.${step}.state`);

export const contentTypeOf = ({ format }: Pick<ExportRecord, 'format'>): string =>
  format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.apache.parquet';

/** The export that an object asks for by its key; undefined for an object that asks for none. */
export function exportOfRequest(key: string): ExportRef | undefined {
  const [folder, project = '', name = '', ...more] = key.split('/');
  if (folder !== 'downloads' || more.length > 0 || !name.endsWith(requestEnding)) return undefined;
  return { projectId: decodeURIComponent(project), exportId: name.slice(0, -requestEnding.length) };
}
