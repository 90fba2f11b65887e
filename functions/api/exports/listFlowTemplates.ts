import { flowOperations } from '#shared/contract/operations/flows.ts';
import { flowTemplates } from '#shared/domain/flows/templates/templates.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTemplate } from './present.ts';

export const listFlowTemplates = endpoint(flowOperations.listFlowTemplates, async () =>
  flowTemplates.map(presentTemplate),
);
