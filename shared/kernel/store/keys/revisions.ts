import { type Key, project } from './parts.ts';
import { userPartition } from './users.ts';

const sk = 'REVISION';

/** The partition of a project or a user at the beginning of each of its partitions. */
const owner = /^(?:P|USER)#[^#]*/;

/** Webhook calls, chat messages and e-mails on their way: no answer with a revision shows them. */
const sent = /#(?:WEBHOOK|CHAT|EMAIL)$/;

/** Keys of the revisions of projects and users. */
export const revisionKeys = {
  ofProject: (projectId: string): Key => ({ pk: project(projectId), sk }),
  ofUser: (userId: string): Key => ({ pk: userPartition(userId), sk }),
  /** The revision that a write of a key changes; undefined for other partitions. */
  changedBy: ({ pk }: Pick<Key, 'pk'>): Key | undefined => {
    const found = owner.exec(pk);
    return found && !sent.test(pk) ? { pk: found[0], sk } : undefined;
  },
};
