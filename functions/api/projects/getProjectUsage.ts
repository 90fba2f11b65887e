import { projectOperations } from '#shared/contract/operations/projects.ts';
import { countUsage } from '#shared/services/usage/count-usage.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withObjects } from '../../ports/objects.ts';
import { presentUsage } from './present.ts';

export const getProjectUsage = endpoint(projectOperations.getProjectUsage, async ({ ctx }) =>
  presentUsage(await countUsage(withObjects(ctx), ctx.projectId), ctx.config.quotas),
);
