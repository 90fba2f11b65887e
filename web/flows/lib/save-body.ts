import type { ApiInput } from '../../ui/lib/api/api.ts';
import type { Flow, FlowVersion } from '../../ui/lib/api/wire.ts';
import { type FlowDraft, tagsOf } from './draft.ts';

/** All fields: an omitted one would be cleared. */
type SaveBody = Required<ApiInput<'saveFlow'>['body']>;

/** The fields of a flow or a past version that a save leaves unchanged. */
const kept = (of: Flow | FlowVersion) => ({
  name: of.name,
  flow_function_name: of.flow_function_name,
  default_run_parameters: of.default_run_parameters,
  persist: of.persist,
  runner: of.runner,
});

/** Saves a draft over the flow that it began from. */
export const bodyOfDraft = (
  flow: Flow,
  draft: FlowDraft,
  checked: Pick<SaveBody, 'default_parameters' | 'claim_timeout_seconds'>,
): SaveBody => ({
  ...kept(flow),
  ...checked,
  code: draft.code,
  chip_id: draft.chipId,
  description: draft.description,
  tags: tagsOf(draft.tags),
});

/** Saves a past version as a new one. */
export const bodyOfVersion = (past: FlowVersion): SaveBody => ({
  ...kept(past),
  code: past.code,
  chip_id: past.chip_id,
  description: past.description,
  tags: past.tags,
  default_parameters: past.default_parameters,
  claim_timeout_seconds: past.claim_timeout_seconds,
});
