import * as z from 'zod';
import { instant, instantInput } from '../../../api/schemas/common.ts';
import { projectAuditActions, systemAuditActions } from '../../rules/audit.ts';

/** Wire shapes of the audits of a project and of the whole service. */

const entryFields = {
  audit_id: z.string(),
  at: instant,
  actor: z.string().meta({ description: 'The name of the user who did it' }),
  resource: z.string().meta({ description: 'What it was done to', example: 'user:ada' }),
  details: z.record(z.string(), z.unknown()),
};

/** An entry of a project's audit. */
export const projectAuditEntry = z
  .object({
    ...entryFields,
    action: z.enum(projectAuditActions),
    can_undo: z.boolean().meta({ description: 'Whether `undoProjectAuditEntry` may undo it' }),
    cannot_undo_because: z
      .string()
      .nullable()
      .meta({ description: 'Why it cannot be undone; null where it can, or was' }),
    undone: z
      .object({ audit_id: z.string(), by: z.string(), at: instant })
      .nullable()
      .meta({ description: 'The entry of the undo; null where it was not undone' }),
  })
  .meta({ id: 'ProjectAuditEntry' });

/** An entry of the audit of the whole service. */
export const systemAuditEntry = z
  .object({ ...entryFields, action: z.enum(systemAuditActions) })
  .meta({ id: 'SystemAuditEntry' });

const filter = {
  actor: z.string().min(1).max(128).optional().meta({ description: 'Only what this user did' }),
  start_at: instantInput.optional().meta({ description: 'Only from this instant on' }),
  end_at: instantInput.optional().meta({ description: 'Only through this instant' }),
};

/** Which entries of a project's audit are wanted. */
export const projectAuditFilter = { ...filter, action: z.enum(projectAuditActions).optional() };

/** Which entries of the audit of the whole service are wanted. */
export const systemAuditFilter = { ...filter, action: z.enum(systemAuditActions).optional() };
