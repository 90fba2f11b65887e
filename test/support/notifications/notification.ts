import type { NotificationRecord } from '#shared/notifications/store/notifications.ts';

/** A stored notification; its user sees it even outside its project. */
export const notificationRecord = (
  given: Partial<NotificationRecord> & Pick<NotificationRecord, 'userId' | 'username' | 'projectId' | 'at'>,
): NotificationRecord => ({
  id: '00112233445566778899aabbccddeeff',
  kind: 'membership',
  actor: 'ada',
  sourceType: 'project',
  sourceId: given.projectId,
  targetUrl: '/projects',
  title: 'You are editor in project torino now',
  excerpt: '',
  ...given,
});
