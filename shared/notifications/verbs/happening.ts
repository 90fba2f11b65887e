import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import type { EventKind } from '../rules/kinds.ts';
import type { Concern } from '../rules/recipients.ts';

/** An item before and after it was written. */
export interface Change {
  before: Item | undefined;
  after: Item;
}

/** An event of which users are notified. */
export interface Happening extends Omit<Concern, 'kind'> {
  kind: EventKind;
  projectId: string;
  /** With the kind, what tells it from all others of the project, and the same however often it is delivered. */
  name: string;
  /** When it was; the same however often it is delivered. */
  at: string;
  source: { type: string; id: string };
  targetUrl: string;
  title: string;
  /** The title for readers who are not concerned; the same unless given. */
  announcement?: string;
  excerpt: string;
}
