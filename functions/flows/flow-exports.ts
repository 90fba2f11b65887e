import { flowOperations } from '#shared/flows/contract/operations/flows.ts';
import { flowTemplates } from '#shared/flows/rules/templates/templates.ts';
import { readTemplate } from '#shared/flows/verbs/read-template.ts';
import { presentTemplate } from '../devices/present-exports.ts';
import { endpoint } from '../http/endpoint.ts';

export const getFlowTemplate = endpoint(flowOperations.getFlowTemplate, async ({ params }) => {
  const template = readTemplate(params.template_id);
  return { ...presentTemplate(template), code: template.code, default_parameters: template.defaultParameters };
});

export const listFlowTemplates = endpoint(flowOperations.listFlowTemplates, async () =>
  flowTemplates.map(presentTemplate),
);
