import { notFound } from '../../kernel/errors.ts';
import type { FlowTemplate } from '../rules/templates/template.ts';
import { findFlowTemplate } from '../rules/templates/templates.ts';

/** A template by its id. @throws ServiceError `not-found`. */
export function readTemplate(id: string): FlowTemplate {
  const template = findFlowTemplate(id);
  if (!template) throw notFound(`Flow template '${id}' not found`);
  return template;
}
