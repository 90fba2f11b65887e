import { groupHandler } from '../http/group.ts';
import * as chat from '../notifications/chat.ts';
import * as notifications from '../notifications/notifications.ts';
import * as webhooks from '../notifications/webhooks.ts';

export const handler = groupHandler({ ...chat, ...notifications, ...webhooks });
