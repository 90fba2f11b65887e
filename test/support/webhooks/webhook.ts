import type { DeliveryRecord, WebhookRecord } from '#shared/notifications/store/webhooks.ts';

/** A webhook in its stored form. */
export const webhookRecord = (
  given: Partial<WebhookRecord> & Pick<WebhookRecord, 'projectId' | 'webhookId' | 'createdAt'>,
): WebhookRecord => ({
  url: 'https://hooks.example.com/fiducial',
  description: '',
  kinds: ['run_failed'],
  active: true,
  createdBy: 'alice',
  updatedBy: given.createdBy ?? 'alice',
  updatedAt: given.createdAt,
  ...given,
});

/** A stored delivery before its first attempt. */
export const deliveryRecord = (
  given: Partial<DeliveryRecord> & Pick<DeliveryRecord, 'projectId' | 'webhookId' | 'at'>,
): DeliveryRecord => ({
  deliveryId: '00112233445566778899aabbccddeeff',
  kind: 'run_failed',
  body: '{}',
  status: 'pending',
  attempts: 0,
  ...given,
});
