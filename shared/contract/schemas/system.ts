import * as z from 'zod';
import { metricsConfig } from './metrics.ts';

/** Wire shapes of health and settings. */

/** Answer of the health check. */
export const health = z
  .object({ status: z.literal('ok'), version: z.string(), environment: z.string() })
  .meta({ id: 'Health' });

/** Settings that a client may see; never a secret. The empty fields are what QDash's models require. */
export const settings = z
  .object({
    env: z.string(),
    version: z.string(),
    timezone: z.string(),
    log_level: z.string(),
    client_url: z.string(),
    prefect_api_url: z.string(),
    postgres_data_path: z.string(),
    mongo_data_path: z.string(),
    calib_data_path: z.string(),
  })
  .meta({ id: 'Settings' });

/** What the web application reads at boot. */
export const allConfig = z
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
