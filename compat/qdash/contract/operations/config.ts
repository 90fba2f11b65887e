import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { metricsConfig } from '#shared/values/contract/schemas/metrics.ts';

/** What the web application reads at boot. */
const allConfig = z
  .object({
    ui: z.object({
      task_files: z.object({
        default_backend: z.string().nullable(),
        default_view_mode: z.string().nullable(),
        sort_order: z.string().nullable(),
      }),
    }),
    metrics: metricsConfig,
    copilot: z.object({ enabled: z.boolean() }),
  })
  .meta({ id: 'AllConfig' });

export const configOperations = {
  getConfigAll: define('getConfigAll', {
    summary: 'Everything that the web application reads at boot',
    status: 200,
    response: allConfig,
  }),
};
