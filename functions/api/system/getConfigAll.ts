import { metricsConfig } from '#shared/contract/metrics-config.ts';
import { systemOperations } from '#shared/contract/operations/system.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getConfigAll = endpoint(systemOperations.getConfigAll, async ({ ctx }) => ({
  ui: { task_files: { default_backend: null, default_view_mode: null, sort_order: null } },
  metrics: metricsConfig(ctx.freshnessHours),
  copilot: { enabled: false },
}));
