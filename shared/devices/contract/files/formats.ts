import type { ImportDocuments } from '../../rules/import/formats.ts';

/** Where the documents of a device come from. */
export type ImportFormat = ImportDocuments['format'];

/** Each format with how a person names it. */
export const importFormats: Record<ImportFormat, string> = {
  ibm: 'IBM',
  google: 'Google',
  qibolab: 'qibolab',
  quam: 'QuAM',
  qubex: 'qubex',
  oqtopus: 'OQTOPUS',
  fiducial: 'Fiducial',
};
