import { type FiducialDocuments, importFiducial } from './fiducial/import-fiducial.ts';
import { type GoogleDocuments, importGoogle } from './google/import-google.ts';
import { importIbm } from './ibm/import-ibm.ts';
import { importOqtopus, type OqtopusDocuments } from './oqtopus/import-oqtopus.ts';
import type { ImportResult } from './plan.ts';
import { importQibolab, type QibolabDocuments } from './qibolab/import-qibolab.ts';
import { importQuam, type QuamDocuments } from './quam/import-quam.ts';
import { importQubex, type QubexDocuments } from './qubex/import-qubex.ts';

/** Documents with the format that they are read as. */
export type ImportDocuments =
  | { format: 'ibm'; documents: { conf: unknown; props: unknown } }
  | { format: 'google'; documents: GoogleDocuments }
  | { format: 'qibolab'; documents: QibolabDocuments }
  | { format: 'quam'; documents: QuamDocuments }
  | { format: 'qubex'; documents: QubexDocuments }
  | { format: 'oqtopus'; documents: OqtopusDocuments }
  | { format: 'fiducial'; documents: FiducialDocuments };

/** Reads the documents of any format. */
export function planImport(given: ImportDocuments): ImportResult {
  switch (given.format) {
    case 'ibm':
      return importIbm(given.documents);
    case 'google':
      return importGoogle(given.documents);
    case 'qibolab':
      return importQibolab(given.documents);
    case 'quam':
      return importQuam(given.documents);
    case 'qubex':
      return importQubex(given.documents);
    case 'oqtopus':
      return importOqtopus(given.documents);
    case 'fiducial':
      return importFiducial(given.documents);
  }
}
