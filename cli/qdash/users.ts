import { quotedField } from '#shared/devices/rules/export/csv.ts';
import { isUsername } from '#shared/kernel/rules/ids.ts';
import { isBcryptHash } from '#shared/people/rules/bcrypt-hash.ts';
import { mostUserRows } from '#shared/people/rules/user-csv.ts';
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
  /** The password is one that an administrator of QDash set. */
  mustChangePassword: boolean;
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
    if (doc.system_role === 'admin')
      report.remark('decision', 'user', 'a system administrator of QDash becomes one here', username);
    const disabled = doc.disabled === true;
    return {
      ...{ username, displayName: optionalText(doc, 'full_name') ?? optionalText(doc, 'display_name') },
      ...{ organization: optionalText(doc, 'organization') },
      systemRole: textOf(doc, 'system_role') === 'admin' ? ('admin' as const) : ('user' as const),
      ...{ passwordHash: isKnown && !disabled ? hash : undefined, disabled },
      mustChangePassword: doc.must_change_password === true,
    };
  });
}

/** Users that the service registers at a time. */
export const usersAtOnce = mostUserRows;

/** A list of users as the service reads it (rule USER-9). */
export function userCsv(users: readonly ImportedUser[]): string {
  const rows = users.map((user) => {
    const { username, displayName = '', organization = '', systemRole, passwordHash = '' } = user;
    const texts = [username, displayName.slice(0, 100), organization.slice(0, 100), systemRole, passwordHash];
    return [...texts, String(user.disabled), String(user.mustChangePassword)].map(quotedField).join(',');
  });
  return ['username,display_name,organization,system_role,password_hash,disabled,must_change_password', ...rows].join(
    '\r\n',
  );
}
