import { isUsername } from '#shared/domain/ids.ts';
import { isBcryptHash } from '#shared/domain/people/user-csv.ts';
import { optionalText, textOf } from './document.ts';
import type { Reports } from './reports.ts';
import type { Survey } from './survey.ts';

/** A person of the dump, as an administrator registers them. */
export interface ImportedUser {
  username: string;
  displayName: string | undefined;
  organization: string | undefined;
  systemRole: 'admin' | 'user';
  /** A bcrypt hash, which is accepted until they sign in; undefined for a disabled one. */
  passwordHash: string | undefined;
  disabled: boolean;
}

/** The people of a dump. Tokens are dropped: access that another service gave ends there. */
export function usersOf(survey: Survey, reports: Reports): ImportedUser[] {
  const report = reports.of(undefined);
  return [...survey.users.values()].flatMap(({ username, doc }) => {
    if (!isUsername(username)) {
      report.refuse(
        'user',
        'a username must be 3 to 64 lower-case letters, digits, dots, underscores or hyphens',
        username,
      );
      return [];
    }
    report.count('user', 'imported');
    if (optionalText(doc, 'access_token') !== undefined)
      report.remark('left_out', 'user', "'access_token': users create tokens of their own");
    const hash = textOf(doc, 'hashed_password');
    const isKnown = isBcryptHash(hash);
    if (!isKnown) report.remark('decision', 'user', 'a password that is not a bcrypt hash: reset it', username);
    const disabled = doc.disabled === true;
    return {
      ...{ username, displayName: optionalText(doc, 'full_name') ?? optionalText(doc, 'display_name') },
      ...{ organization: optionalText(doc, 'organization') },
      systemRole: textOf(doc, 'system_role') === 'admin' ? ('admin' as const) : ('user' as const),
      ...{ passwordHash: isKnown && !disabled ? hash : undefined, disabled },
    };
  });
}

/** Most users of a list that the service registers at a time. */
export const usersAtOnce = 100;

/** A list of users as the service reads it (rule USER-9). */
export function userCsv(users: readonly ImportedUser[]): string {
  const rows = users.map(({ username, displayName = '', organization = '', systemRole, passwordHash = '' }) =>
    [username, displayName.slice(0, 100), organization.slice(0, 100), systemRole, passwordHash].map(quoted).join(','),
  );
  return ['username,display_name,organization,system_role,password_hash', ...rows].join('\r\n');
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
