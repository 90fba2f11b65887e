import { groupHandler } from '../../http/group.ts';
import * as chat from './chat.ts';
import * as notifications from './notifications.ts';
import * as webhooks from './webhooks.ts';

export const handler = groupHandler({ ...chat, ...notifications, ...webhooks });
