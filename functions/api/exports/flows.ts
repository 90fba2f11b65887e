import { flowOperations } from '#shared/contract/operations/flows.ts';
import { flowTemplates } from '#shared/domain/flows/templates/templates.ts';
import { readTemplate } from '#shared/services/flows/read-template.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTemplate } from './present.ts';

export const getFlowTemplate = endpoint(flowOperations.getFlowTemplate, async ({ params }) => {
  const template = readTemplate(params.template_id);
  return { ...presentTemplate(template), code: template.code, default_parameters: template.defaultParameters };
});

export const listFlowTemplates = endpoint(flowOperations.listFlowTemplates, async () =>
  flowTemplates.map(presentTemplate),
);
