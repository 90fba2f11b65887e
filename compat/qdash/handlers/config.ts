import { endpoint } from '#functions/http/endpoint.ts';
import { metricsConfig } from '#shared/values/contract/metrics-config.ts';
import { configOperations } from '../contract/operations/config.ts';

export const getConfigAll = endpoint(configOperations.getConfigAll, async ({ ctx }) => ({
  ui: { task_files: { default_backend: null, default_view_mode: null, sort_order: null } },
  metrics: metricsConfig(ctx.freshnessHours),
  copilot: { enabled: false },
}));
