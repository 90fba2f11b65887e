import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as projects from '#shared/services/projects/projects.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentProject } from './present.ts';

export const updateProject = endpoint(projectOperations.updateProject, async ({ ctx, body }) => {
  const { default_role: defaultRole, freshness_hours: freshnessHours, value_gate: gate, ...others } = body;
  const { value_limits: limits, lock_scope: lockScope, ...named } = others;
  const changes = { ...named, defaultRole, freshnessHours, gate, limits, lockScope };
  return presentProject(await projects.updateProject(ctx, changes));
});
