import { project as projectSchema } from '#shared/projects/contract/schemas/projects.ts';
import { lockScopeOf, type ProjectRecord } from '#shared/projects/store/projects.ts';
import type { OwnProject } from '#shared/projects/verbs/projects.ts';
import type { FreshnessHours } from '#shared/values/rules/fresh-for.ts';
import type { OwnLimits } from '#shared/values/rules/own-limits.ts';
import { mapValues } from '../http/map-values.ts';
import { present } from '../http/present.ts';

const hoursByKind = (hours: FreshnessHours = {}) => present(projectSchema.shape.freshness_hours, hours);

const presentLimits = (limits: OwnLimits = {}) =>
  mapValues(limits, (limit) => present(projectSchema.shape.value_limits.valueType, limit));

export const presentProject = (project: ProjectRecord) =>
  present(projectSchema, project, {
    freshness_hours: hoursByKind(project.freshnessHours),
    value_gate: project.gate ?? 'off',
    value_limits: presentLimits(project.limits),
    lock_scope: lockScopeOf(project),
  });

/** A project on the wire with the role of the caller. */
export const presentOwnProject = ({ project, role }: OwnProject) => ({ ...presentProject(project), role });
