import { encodePart, type Key, project } from './parts.ts';

/** Where deliveries of webhooks lie, as a pattern of IAM's. */
export const deliveryPartitions = 'P#*#WEBHOOK';

/** Keys of webhooks, their secrets and their deliveries. */
export const webhookKeys = {
  webhook: (projectId: string, webhookId: string): Key => ({
    pk: project(projectId),
    sk: `WEBHOOK#${encodePart(webhookId)}`,
  }),
  webhooks: (projectId: string) => ({ pk: project(projectId), prefix: 'WEBHOOK#' }),
  /** Of its own, so that nothing that reads webhooks has a secret. */
  secrets: (projectId: string, webhookId: string): Key => ({
    pk: project(projectId),
    sk: `WEBHOOKSECRETS#${encodePart(webhookId)}`,
  }),
  delivery: (projectId: string, webhookId: string, at: string, deliveryId: string): Key => ({
    pk: `${project(projectId)}#WEBHOOK`,
    sk: `${encodePart(webhookId)}#${encodePart(at)}#${encodePart(deliveryId)}`,
  }),
  deliveries: (projectId: string, webhookId: string) => ({
    pk: `${project(projectId)}#WEBHOOK`,
    prefix: `${encodePart(webhookId)}#`,
    descending: true,
  }),
  allDeliveries: (projectId: string) => ({ pk: `${project(projectId)}#WEBHOOK`, prefix: '' }),
  /** The deliveries of all projects that are to be tried, by when. */
  due: 'WEBHOOKDUE',
};
