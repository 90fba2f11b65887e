import { systemOperations } from '#shared/contract/operations/system.ts';
import { version } from '#shared/version.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getSettings = endpoint(systemOperations.getSettings, async ({ ctx }) => ({
  env: ctx.config.environment,
  version,
  timezone: ctx.config.calendarTimeZone,
  log_level: ctx.config.logLevel,
  client_url: ctx.config.publicUrl,
  prefect_api_url: '',
  postgres_data_path: '',
  mongo_data_path: '',
  calib_data_path: '',
}));
