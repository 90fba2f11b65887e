import type { Concern } from '../../domain/notifications/recipients.ts';

/** Something that happened and of which somebody is told. */
export interface Happening extends Concern {
  projectId: string;
  /** With the kind, what tells it from all others of the project, and the same however often it is delivered. */
  name: string;
  /** When it was; the same however often it is delivered. */
  at: string;
  source: { type: string; id: string };
  targetUrl: string;
  title: string;
  excerpt: string;
}
