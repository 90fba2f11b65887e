import { flowOperations } from '#shared/flows/contract/operations/flows.ts';
import type { FlowTemplate } from '#shared/flows/rules/templates/template.ts';
import { flowTemplates, templateFilename } from '#shared/flows/rules/templates/templates.ts';
import { readTemplate } from '#shared/flows/verbs/read-flow.ts';
import { endpoint } from '../http/endpoint.ts';

/** A template of a flow on the wire, without its source. */
const presentTemplate = (template: FlowTemplate) => ({
  id: template.id,
  name: template.name,
  description: template.description,
  category: template.category,
  filename: templateFilename(template),
  function_name: template.functionName,
  runner: template.runner,
});

export const getFlowTemplate = endpoint(flowOperations.getFlowTemplate, async ({ params }) => {
  const template = readTemplate(params.template_id);
  return { ...presentTemplate(template), code: template.code, default_parameters: template.defaultParameters };
});

export const listFlowTemplates = endpoint(flowOperations.listFlowTemplates, async () =>
  flowTemplates.map(presentTemplate),
);
