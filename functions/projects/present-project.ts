import { lockScopeOf, type ProjectRecord } from '#shared/projects/store/projects.ts';
import type { OwnProject } from '#shared/projects/verbs/projects.ts';
import type { FreshnessHours } from '#shared/values/rules/fresh-for.ts';
import type { OwnLimits } from '#shared/values/rules/own-limits.ts';

const hoursByKind = (hours: FreshnessHours = {}) => ({
  coherence: hours.coherence ?? null,
  gate: hours.gate ?? null,
  readout: hours.readout ?? null,
  frequency: hours.frequency ?? null,
  setting: hours.setting ?? null,
  other: hours.other ?? null,
});

const presentLimits = (limits: OwnLimits = {}) =>
  Object.fromEntries(
    Object.entries(limits).map(([metric, { lowest = null, highest = null, unit }]) => [
      metric,
      { lowest, highest, unit },
    ]),
  );

export const presentProject = (project: ProjectRecord) => ({
  project_id: project.projectId,
  owner_user_id: project.ownerUserId,
  owner_username: project.ownerUsername,
  name: project.name,
  description: project.description ?? null,
  tags: project.tags,
  default_role: project.defaultRole,
  freshness_hours: hoursByKind(project.freshnessHours),
  value_gate: project.gate ?? ('off' as const),
  value_limits: presentLimits(project.limits),
  lock_scope: lockScopeOf(project),
  import_reported_at: project.importReportedAt ?? null,
  deleted_at: project.deletedAt ?? null,
  created_at: project.createdAt,
  updated_at: project.updatedAt,
});

/** A project on the wire with the role of the caller. */
export const presentOwnProject = ({ project, role }: OwnProject) => ({ ...presentProject(project), role });
