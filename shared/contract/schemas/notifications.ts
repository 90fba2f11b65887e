import * as z from 'zod';
import { notificationKinds } from '../../domain/notifications/kinds.ts';
import { instant } from './common.ts';

/** Wire shapes of notifications. */

/** A kind as it is answered: the list grows, so clients take others too. */
export const extensibleKind = <K extends string>(kinds: readonly [K, ...K[]]) =>
  z.enum(kinds).meta({
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      delete jsonSchema.enum;
      jsonSchema['x-extensible-enum'] = [...kinds];
    },
  });

const kind = extensibleKind(notificationKinds);

/** What a user is told of one event. */
export const notification = z
  .object({
    id: z.string(),
    project_id: z.string(),
    recipient_user_id: z.string().nullable(),
    recipient_username: z.string(),
    actor_user_id: z.string().nullable(),
    actor_username: z.string().meta({ description: 'Who did it; empty where nobody did' }),
    kind,
    source_type: z.string().meta({ description: 'What it is about', example: 'execution' }),
    source_id: z.string().meta({ example: '20261122-001' }),
    target_url: z.string().meta({ description: 'Path of the page that shows it', example: '/execution/20261122-001' }),
    title: z.string(),
    excerpt: z.string(),
    read_at: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: 'Notification' });

/** What a user is not told of. */
export const notificationSettings = z.object({ muted_kinds: z.array(kind) }).meta({ id: 'NotificationSettings' });

/** Body of a replacement of these settings. */
export const notificationSettingsBody = z.object({
  muted_kinds: z.array(z.enum(notificationKinds)).max(notificationKinds.length),
});
