import type { OperationId } from './routes.ts';

/** Fields that an operation accepts and ignores: paths in the body, `*` for the names of a record or the places of a list. */
interface IgnoredFields {
  paths: readonly string[];
  reason: string;
}

/** Parts of a value as `GET` answers it. A client may send back what it read. */
const partsOfValue = ['parameter_name', 'qid_role', 'execution_id', 'task_id', 'source'];

/** The only fields that are accepted without use; any other unknown field is refused (rule API-31). */
export const ignoredFields: Partial<Record<OperationId, IgnoredFields>> = {
  login: {
    paths: ['grant_type', 'scope', 'client_id', 'client_secret'],
    reason: 'They belong to the password form of OAuth 2.0, which libraries send whole.',
  },
  downloadFiguresAsZip: {
    paths: ['ai_review_task_ids', 'ai_review_bundle_task_ids'],
    reason: "QDash's clients send them. Fiducial makes no such bundles.",
  },
  updateCalibrationParameters: {
    paths: partsOfValue.map((name) => `parameters.*.${name}`),
    reason: "QDash's clients send a value as they read it.",
  },
  importSeedParameters: {
    paths: partsOfValue.map((name) => `manual_data.*.*.${name}`),
    reason: "QDash's clients send a value as they read it.",
  },
};
