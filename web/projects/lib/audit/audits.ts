import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calendarDay } from '#shared/kernel/rules/calendar.ts';
import { projectAuditActions, systemAuditActions } from '#shared/projects/rules/audit.ts';
import { api } from '../../../ui/lib/api/api.ts';
import type { AuditEntry } from '../../../ui/lib/api/wire.ts';

/** Which entries of an audit a person wants to see; empty texts want all. */
export interface AuditChoice {
  actor: string;
  action: string;
  /** Calendar days of the zone that is shown, both among those that are wanted. */
  from: string;
  through: string;
}

/** An audit as a page shows it: that of a project, or that of the whole service. */
export interface ShownAudit {
  /** Of a project, whose acts can be undone. */
  projectId?: string;
  key: readonly string[];
  actions: readonly string[];
  list(query: AuditQuery): Promise<{ entries: AuditEntry[]; total: number | null }>;
  csv(query: AuditQuery): Promise<unknown>;
}

type AuditQuery = Record<string, string | number>;

const pageSize = 20;

/** The audit of a project, for its owner. */
export const projectAudit = (projectId: string): ShownAudit => {
  const params = { project_id: projectId };
  return {
    projectId,
    key: ['audit', projectId],
    actions: projectAuditActions,
    list: (query) => api.listProjectAuditEntries({ params, query }),
    csv: (query) => api.exportProjectAudit({ params, query }),
  };
};

/** The audit of the whole service, for administrators. */
export const systemAudit: ShownAudit = {
  key: ['audit'],
  actions: systemAuditActions,
  list: (query) => api.listSystemAuditEntries({ query }),
  csv: (query) => api.exportSystemAudit({ query }),
};

const partOf = (name: string, value: string | undefined): AuditQuery => (value === undefined ? {} : { [name]: value });

/** Every entry. */
export const wholeAudit: AuditChoice = { actor: '', action: '', from: '', through: '' };

/** A choice as the parameters of a request. */
export const auditQueryOf = ({ actor, action, from, through }: AuditChoice, timeZone: string): AuditQuery => ({
  ...(actor === '' ? {} : { actor }),
  ...(action === '' ? {} : { action }),
  ...partOf('start_at', calendarDay(from, timeZone)?.start),
  ...partOf('end_at', calendarDay(through, timeZone)?.end),
});

/** One page of the entries of a choice, the newest first. */
export const auditQuery = (audit: ShownAudit, choice: AuditChoice, page: number, timeZone: string) =>
  queryOptions({
    queryKey: [...audit.key, 'entries', choice, page, timeZone],
    queryFn: () => audit.list({ ...auditQueryOf(choice, timeZone), skip: (page - 1) * pageSize, limit: pageSize }),
    placeholderData: keepPreviousData,
  });

export { pageSize as auditPageSize };
