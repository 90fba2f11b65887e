import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { pageFields, pageQuery, projectId } from '../../../api/schemas/common.ts';
import { projectAuditEntry, projectAuditFilter, systemAuditEntry, systemAuditFilter } from '../schemas/audit.ts';

const inProject = z.object({ project_id: projectId });
const csv = { status: 200, file: ['text/csv'], errors: ['request_too_broad'] } as const;

/** Who did what: in a project, for its owner, and to the accounts of the service, for its administrators. */
export const auditOperations = {
  listProjectAuditEntries: define('listProjectAuditEntries', {
    summary: 'Who did what in a project, the newest first',
    params: inProject,
    query: z.object({ ...projectAuditFilter, ...pageQuery }),
    status: 200,
    response: z.object({ entries: z.array(projectAuditEntry), ...pageFields }),
    errors: ['request_too_broad', 'invalid_cursor'],
  }),
  undoProjectAuditEntry: define('undoProjectAuditEntry', {
    summary: 'Undo the act of an entry',
    description:
      'Writes what was before, if what the act changed is unchanged since, and answers the entry of the undo, which can be undone like every other. An act takes the role that doing it takes. An answer names the entries of its own acts that can be undone in the header `undo-entries`.',
    params: inProject.extend({ audit_id: z.uuid() }),
    status: 200,
    response: projectAuditEntry,
    errors: [
      'not_found',
      'unknown_reference',
      'role_required',
      'forbidden',
      'conflict',
      'changed_since',
      'not_undoable',
      'limit_reached',
      'cooldown_ongoing',
    ],
  }),
  exportProjectAudit: define('exportProjectAudit', {
    summary: 'The same as CSV',
    description: 'A megabyte of the audit at most; narrow it by `start_at` and `end_at`.',
    params: inProject,
    query: z.object(projectAuditFilter),
    ...csv,
  }),
  listSystemAuditEntries: define('listSystemAuditEntries', {
    summary: 'Who did what to the accounts of the service, and who has which project, the newest first',
    query: z.object({ ...systemAuditFilter, ...pageQuery }),
    status: 200,
    response: z.object({ entries: z.array(systemAuditEntry), ...pageFields }),
    errors: ['request_too_broad', 'invalid_cursor'],
  }),
  exportSystemAudit: define('exportSystemAudit', {
    summary: 'The same as CSV',
    description: 'A megabyte of the audit at most; narrow it by `start_at` and `end_at`.',
    query: z.object(systemAuditFilter),
    ...csv,
  }),
};
