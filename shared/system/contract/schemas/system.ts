import * as z from 'zod';

/** Wire shapes of health and settings. */

const partStatus = z.enum(['ok', 'degraded', 'failed']);
const reason = z.string().nullable().meta({ description: 'In plain words what is wrong; null where nothing is' });

const partHealth = z.object({ status: partStatus, reason }).meta({ id: 'PartHealth' });

const partDetails = z
  .object({
    status: partStatus,
    reason,
    detail: z.string().nullable().meta({ description: 'Files, and what an engine says' }),
  })
  .meta({ id: 'PartDetails' });

/** The parts that the service has where it runs. */
const partsOf = <Part extends z.ZodType>(part: Part) =>
  z.object({ table: part, streams: part, search: part, disk: part }).partial();

/** Answer of the health check. */
export const health = z
  .object({ status: z.literal('ok'), version: z.string(), environment: z.string(), parts: partsOf(partHealth) })
  .meta({ id: 'Health' });

const callerLimit = z
  .object({
    name: z.string().meta({ description: 'As in `RateLimit-Policy` and in the detail of a 429, such as `user-reads`' }),
    unit: z.string(),
    units_per_second: z.number(),
    burst: z.number().meta({ description: 'Units that may be used at once' }),
  })
  .meta({ id: 'CallerLimit' });

/** The health of the parts, and the limits of callers, for administrators. */
export const serviceHealth = z
  .object({
    parts: partsOf(partDetails),
    limits: z.array(callerLimit).meta({ description: 'What each user, project and address may use' }),
  })
  .meta({ id: 'ServiceHealth' });

const notHere = { description: "Of QDash's own machinery: there is nothing of that here" };

/** Settings that a client may see: every field of QDash's, and never a secret (rule QDASH-13). */
export const settings = z
  .object({
    env: z.string(),
    timezone: z.string(),
    log_level: z.string(),
    client_url: z.string(),
    api_cors_origins: z.array(z.string()).meta(notHere),
    prefect_api_url: z.string().meta(notHere),
    slack_bot_token: z.literal('').meta({ description: 'Always empty: a token of a chat is in no answer' }),
    slack_channel_id: z.string().meta({ description: 'Empty: each project has a channel, in `GET /chat`' }),
    postgres_data_path: z.string().meta(notHere),
    mongo_data_path: z.string().meta(notHere),
    calib_data_path: z.string().meta(notHere),
    mongo_db_name: z.string().meta(notHere),
    mongo_port: z.int().meta(notHere),
    mongo_express_port: z.int().meta(notHere),
    postgres_port: z.int().meta(notHere),
    prefect_port: z.int().meta(notHere),
    api_port: z.int().meta({ description: 'Part of `client_url`; 0 here' }),
    ui_port: z.int().meta({ description: 'Part of `client_url`; 0 here' }),
    enable_local_codex_agent: z.boolean().meta(notHere),
  })
  .meta({ id: 'Settings' });
