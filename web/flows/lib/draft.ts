import { claimTimeoutSeconds } from '#shared/runs/rules/claim-wait.ts';
import type { Flow } from '../../ui/lib/api/wire.ts';

/** A flow as it is being edited. The parameters are text, so that incomplete JSON can be kept. */
export interface FlowDraft {
  code: string;
  description: string;
  chipId: string;
  /** Separated by commas. */
  tags: string;
  parameters: string;
  /** Seconds that a run waits for a worker. */
  claimTimeout: string;
}

export const draftOf = (flow: Flow): FlowDraft => ({
  code: flow.code,
  description: flow.description,
  chipId: flow.chip_id,
  tags: flow.tags.join(', '),
  parameters: Object.keys(flow.default_parameters).length === 0 ? '' : JSON.stringify(flow.default_parameters, null, 2),
  claimTimeout: String(flow.claim_timeout_seconds ?? ''),
});

export const isSameDraft = (a: FlowDraft, b: FlowDraft): boolean =>
  a.code === b.code &&
  a.description === b.description &&
  a.chipId === b.chipId &&
  a.tags === b.tags &&
  a.parameters === b.parameters &&
  a.claimTimeout === b.claimTimeout;

/** The tags of a text: trimmed, each once, empty ones left out. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

/** The default parameters in a text, or the problem with it; an empty text means no parameters. */
export function defaultsOf(
  text: string,
): { ok: true; value: Record<string, unknown> } | { ok: false; message: string } {
  if (text.trim() === '') return { ok: true, value: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return { ok: true, value: value as Record<string, unknown> };
  } catch (error) {
    return { ok: false, message: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  return { ok: false, message: 'must be a JSON object, such as {"shots": 2048}' };
}

/** The seconds in a text, null for the default time if it is empty, or the problem with it. */
export function claimTimeoutOf(text: string): { ok: true; value: number | null } | { ok: false; message: string } {
  if (text.trim() === '') return { ok: true, value: null };
  const value = Number(text);
  const { least, most } = claimTimeoutSeconds;
  return Number.isInteger(value) && value >= least && value <= most
    ? { ok: true, value }
    : { ok: false, message: `must be a whole number from ${least} to ${most}` };
}
