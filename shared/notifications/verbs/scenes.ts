import type { Context } from '../../kernel/context.ts';
import { getProject, listMembers, type MemberRecord, type ProjectRecord } from '../../projects/store/projects.ts';
import type { EventKind } from '../rules/kinds.ts';
import { type ChatRecord, getChat } from '../store/chat.ts';
import { listWebhooks, type WebhookRecord } from '../store/webhooks.ts';

/** The project in which something happened, and who is in it. */
export interface Scene {
  project: ProjectRecord;
  members: readonly MemberRecord[];
  webhooks: readonly WebhookRecord[];
  chat: ChatRecord | undefined;
}

/** What tells an event from all others. */
export interface EventName {
  projectId: string;
  kind: EventKind;
  name: string;
}

const textOf = ({ projectId, kind, name }: EventName): string => JSON.stringify([projectId, kind, name]);

/** The projects of a batch of events, each read once. */
export class Scenes {
  readonly #ctx: Pick<Context, 'db'>;
  readonly #told = new Set<string>();
  readonly #known = new Map<string, Promise<Scene | undefined>>();

  constructor(ctx: Pick<Context, 'db'>) {
    this.#ctx = ctx;
  }

  /** Undefined for a project that is gone or deleted. */
  of(projectId: string): Promise<Scene | undefined> {
    const known = this.#known.get(projectId) ?? this.#read(projectId);
    this.#known.set(projectId, known);
    return known;
  }

  /** Whether this batch has reported an event already. */
  wasTold(of: EventName): boolean {
    return this.#told.has(textOf(of));
  }

  noteTold(of: EventName): void {
    this.#told.add(textOf(of));
  }

  async #read(projectId: string): Promise<Scene | undefined> {
    const { db } = this.#ctx;
    const [project, members, webhooks, chat] = await Promise.all([
      getProject(db, projectId),
      listMembers(db, projectId),
      listWebhooks(db, projectId),
      getChat(db, projectId),
    ]);
    return project && !project.deletedAt ? { project, members, webhooks, chat } : undefined;
  }
}
