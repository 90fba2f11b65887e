import type { Context } from '#shared/kernel/context.ts';

/** What QDash's settings have of machinery that is not here, as empty as its models allow (rule QDASH-13). */
const notHere = {
  api_cors_origins: [],
  prefect_api_url: '',
  slack_bot_token: '' as const,
  slack_channel_id: '',
  postgres_data_path: '',
  mongo_data_path: '',
  calib_data_path: '',
  mongo_db_name: '',
  mongo_port: 0,
  mongo_express_port: 0,
  postgres_port: 0,
  prefect_port: 0,
  api_port: 0,
  ui_port: 0,
  enable_local_codex_agent: false,
};

/** The settings of the service on the wire. */
export const presentSettings = (config: Context['config']) => ({
  ...notHere,
  env: config.environment,
  timezone: config.calendarTimeZone,
  log_level: config.logLevel,
  client_url: config.publicUrl,
});
