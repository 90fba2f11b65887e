import type { Context } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { readAnnouncements } from '../../workers/verbs/presence/announced.ts';
import { checkParameters } from '../rules/forms/check-parameters.ts';
import type { Form } from '../rules/forms/form.ts';

/** Parameters that every run of a worker takes, and those that QDash's clients add. */
const ofEveryRun = ['chip_id', 'tags', 'backend', 'username', 'flow_name', 'project_id'];

/** The form of a worker's flow as the latest announcement for the backend has it; undefined where none was made. */
export async function formOfFlow(
  ctx: Context,
  { projectId, backend, flowName }: { projectId: string; backend: string; flowName: string },
): Promise<Form | undefined> {
  const announcements = await readAnnouncements(ctx, projectId, backend);
  return announcements.flatMap(({ flows }) => flows).find(({ name }) => name === flowName)?.form;
}

/**
 * Problems of the parameters of a worker's run by a form. @param others names that are accepted in addition to the
 * form's.
 */
export const formProblems = (form: Form, parameters: Record<string, unknown>, others: readonly string[] = []) =>
  checkParameters(form, parameters, [...ofEveryRun, ...others]);

/**
 * Refuses what a worker would refuse, before the run waits for it (rule WORK-21).
 * @param what names the run in the refusal, such as `Flow 'check'`.
 * @throws ServiceError `invalid` naming each parameter.
 */
export function requireFits(
  what: string,
  form: Form,
  parameters: Record<string, unknown>,
  others?: readonly string[],
): void {
  const problems = formProblems(form, parameters, others);
  const [first] = problems;
  if (!first) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw invalid(
    `${what} cannot be started: ${first.message}${more}`,
    problems.map(({ name, message }) => ({ path: `body.parameters.${name}`, message })),
  );
}
