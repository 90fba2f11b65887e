import type { FlowTemplate } from '../../domain/flows/templates/template.ts';
import { findFlowTemplate } from '../../domain/flows/templates/templates.ts';
import { notFound } from '../../errors.ts';

/** A template by its id. @throws ServiceError `not-found`. */
export function readTemplate(id: string): FlowTemplate {
  const template = findFlowTemplate(id);
  if (!template) throw notFound(`Flow template '${id}' not found`);
  return template;
}
