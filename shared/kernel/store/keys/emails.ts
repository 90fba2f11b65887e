import { encodePart, type Key } from './parts.ts';

/** Where e-mails on their way lie, as a pattern of IAM's. */
export const emailPartitions = 'USER#*#EMAIL';

/** Keys of e-mails, which lie apart from what else hangs on a user: what sends them writes nothing else. */
export const emailKeys = {
  email: (userId: string, at: string, id: string): Key => ({
    pk: `USER#${encodePart(userId)}#EMAIL`,
    sk: `${encodePart(at)}#${encodePart(id)}`,
  }),
  emails: (userId: string) => ({ pk: `USER#${encodePart(userId)}#EMAIL`, prefix: '' }),
  /** Those of all users that are to be sent, by when. */
  due: 'EMAILDUE',
};
