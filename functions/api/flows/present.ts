import type { Context } from '#shared/context.ts';
import { flowFilePath } from '#shared/domain/flows/file-paths.ts';
import { projectAddress } from '#shared/domain/page-address.ts';
import { claimTimeoutSeconds } from '#shared/domain/runs/claim-wait.ts';
import { etagOf, type FlowSource, type SourcedFlow } from '#shared/services/flows/read-flow.ts';
import { claimWaitOf } from '#shared/services/worker-presence/claim-wait.ts';
import type { FlowRecord, FlowVersionRow } from '#shared/store/flows/flows.ts';
import type { ExecutionRecord } from '#shared/store/runs/executions.ts';
import { presentClaimWait } from '../claim-wait.ts';

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

/** A run that was started, with its page under the service's public address, and for which workers it waits. */
export async function presentStartedRun(ctx: Context, run: ExecutionRecord) {
  const { publicUrl } = ctx.config;
  const wait = await claimWaitOf(ctx, run);
  const { projectId, executionId, flowRunId, flowName, status, message } = run;
  const url = `${publicUrl}${projectAddress(projectId, `/execution/${executionId}`)}`;
  const failed = status === 'failed' ? `Flow '${flowName}': run '${executionId}' failed: ${message}` : undefined;
  const waits = wait ? `. It waits for a worker: ${wait.whoWasSeen}` : '';
  const trial = run.simulatedValues === 'trial' ? '. The simulated values are kept as a trial' : '';
  return {
    execution_id: executionId,
    flow_run_id: flowRunId,
    flow_run_url: url,
    qdash_ui_url: url,
    message: failed ?? `Flow '${flowName}' execution started successfully${waits}${trial}`,
    waiting_for: presentClaimWait(wait),
    simulated_values: run.simulatedValues ?? null,
  };
}
