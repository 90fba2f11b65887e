import * as z from 'zod';
import { extensibleKind, instant, instantInput, projectId, timeZone } from '../../../api/schemas/common.ts';
import { notificationKinds } from '../../rules/kinds.ts';
import { mostMutes } from '../../rules/mutes.ts';

/** Wire shapes of notifications. */

const kind = extensibleKind(notificationKinds);

/** One notification of a user. */
export const notification = z
  .object({
    id: z.string(),
    project_id: z.string(),
    recipient_user_id: z.string().nullable(),
    recipient_username: z.string(),
    actor_user_id: z.string().nullable(),
    actor_username: z.string().meta({ description: 'Who did it; empty if the service did' }),
    kind,
    source_type: z.string().meta({ description: 'What it is about', example: 'execution' }),
    source_id: z.string().meta({ example: '20261122-001' }),
    source_deleted: z
      .boolean()
      .meta({ description: 'What it tells of was deleted since, alone or with its chip; `excerpt` is empty then' }),
    target_url: z.string().meta({
      description: 'Path of the page that shows it; empty where that was deleted',
      example: '/execution/20261122-001',
    }),
    title: z.string(),
    excerpt: z.string(),
    read_at: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: 'Notification' });

const muteFields = {
  project_id: z.string().nullable(),
  target_url: z
    .string()
    .nullable()
    .meta({ description: 'Path of the page of a thing of that project, and of what is below it' }),
  until: instant.nullable().meta({ description: 'Null: until it is taken back' }),
};

/** A user's mutes. */
export const notificationSettings = z
  .object({
    muted_kinds: z.array(kind),
    mutes: z.array(z.object({ kind: kind.nullable(), ...muteFields }).meta({ id: 'NotificationMute' })).meta({
      description: 'What is muted besides: all that is named in one must fit',
    }),
  })
  .meta({ id: 'NotificationSettings' });

/** Body of a mute. */
const mute = z
  .object({
    kind: z.enum(notificationKinds).nullable().default(null),
    project_id: projectId.nullable().default(null),
    target_url: z
      .string()
      .regex(/^\/[^\s?#]{1,500}[^\s?#/]$/, 'must be the path of a page such as /chips/torino')
      .nullable()
      .default(null)
      .meta({ description: 'Path of the page of a thing of that project', example: '/chips/torino' }),
    until: instantInput.nullable().default(null),
  })
  .superRefine((one, context) => {
    if (one.kind === null && one.project_id === null)
      context.addIssue({ code: 'custom', message: "One of 'kind' and 'project_id' must be provided" });
    if (one.target_url !== null && one.project_id === null)
      context.addIssue({ code: 'custom', message: "'target_url' is of a project: provide 'project_id'" });
  });

/** Body of a replacement of these settings. */
export const notificationSettingsBody = z.object({
  muted_kinds: z.array(z.enum(notificationKinds)).max(notificationKinds.length),
  mutes: z.array(mute).max(mostMutes).optional().meta({ description: 'Absent, they stay' }),
});

/** What a user is sent by e-mail, and when. */
export const emailSettings = z
  .object({
    configured: z.boolean().meta({ description: 'Whether this service sends e-mails' }),
    address: z.string().nullable().meta({ description: 'Where they are sent; confirmed' }),
    pending_address: z.string().nullable().meta({ description: 'One that waits for its code' }),
    kinds: z.array(kind),
    timezone: z.string(),
    quiet_hours: z
      .object({ from: z.string(), to: z.string() })
      .nullable()
      .meta({ description: 'Nothing is sent from the one time of day to the other' }),
    digest_at: z.string().nullable().meta({ description: 'The time of day at which all is sent together' }),
  })
  .meta({ id: 'EmailSettings' });

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:30')
  .meta({ example: '22:30' });

/** Body of a replacement of these. */
export const emailSettingsBody = z.object({
  address: z.email().max(254).nullable().meta({
    description: 'One that is not confirmed is sent a code; null ends what is sent',
  }),
  kinds: z.array(z.enum(notificationKinds)).max(notificationKinds.length),
  timezone: timeZone.nullish().meta({ description: 'IANA name; the zone of the calendar of the service where absent' }),
  quiet_hours: z
    .object({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from !== to, 'must not end when they begin')
    .nullish(),
  digest_at: timeOfDay.nullish(),
});

/** Body of a confirmation. */
export const emailCode = z.object({ code: z.string().min(1).max(40).meta({ example: 'K7QPM-2WXYZ' }) });
