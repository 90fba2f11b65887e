import { flowFilePath } from '#shared/flows/rules/file-paths.ts';
import type { FlowRecord, FlowVersionRow } from '#shared/flows/store/flows.ts';
import { etagOf, type FlowSource, type SourcedFlow } from '#shared/flows/verbs/read-flow.ts';
import { claimTimeoutSeconds } from '#shared/runs/rules/claim-wait.ts';

function presentRow(flow: FlowRecord) {
  return {
    name: flow.name,
    project_id: flow.projectId,
    created_by: flow.username,
    username: flow.username,
    updated_by: flow.updatedBy,
    description: flow.description,
    chip_id: flow.chipId,
    flow_function_name: flow.functionName,
    file_path: flowFilePath(flow),
    deployment_id: null,
    tags: flow.tags,
    runner: flow.runner,
    version: flow.version,
    created_at: flow.createdAt,
    updated_at: flow.updatedAt,
  };
}

export const presentFlowSummary = (flow: FlowRecord) => ({ ...presentRow(flow), file_exists: true });

const presentSource = (runner: FlowRecord['runner'], source: FlowSource) => ({
  code: source.code,
  default_parameters: source.defaultParameters,
  default_run_parameters: source.defaultRunParameters,
  claim_timeout_seconds: runner === 'worker' ? (source.claimTimeoutSeconds ?? claimTimeoutSeconds.usual) : null,
  persist: source.persist ?? true,
});

export const presentFlow = ({ flow, source }: SourcedFlow) => ({
  ...presentRow(flow),
  ...presentSource(flow.runner, source),
  etag: etagOf(flow),
});

export const presentVersionRow = (version: FlowVersionRow) => ({
  name: version.name,
  version: version.version,
  runner: version.runner,
  chip_id: version.chipId,
  description: version.description,
  flow_function_name: version.functionName,
  file_path: flowFilePath(version),
  tags: version.tags,
  saved_by: version.savedBy,
  saved_at: version.savedAt,
});

export const presentVersion = ({ version, source }: { version: FlowVersionRow; source: FlowSource }) => ({
  ...presentVersionRow(version),
  ...presentSource(version.runner, source),
});
