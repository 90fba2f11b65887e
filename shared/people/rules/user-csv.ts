import { isUsername } from '../../kernel/rules/ids.ts';
import { isBcryptHash } from './bcrypt-hash.ts';

/** A row of a list of users (rule USER-9): its contents, or its problem. */
export interface UserRow {
  /** As an editor counts the lines of records, the head being the first. */
  rowNumber: number;
  username: string;
  displayName: string | undefined;
  organization: string | undefined;
  systemRole: 'admin' | 'user';
  /** A hash of another service in place of a new password. */
  passwordHash: string | undefined;
  disabled: boolean;
  /** The hash is of a password that someone else set (rule AUTH-25); a new password has to be replaced anyway. */
  mustChangePassword: boolean;
  problem: string | undefined;
}

/** Most users of a list: hashing the password of each takes a tenth of a second. */
export const mostUserRows = 100;

const columns = [
  ...(['username', 'display_name', 'organization', 'system_role', 'password_hash'] as const),
  ...(['disabled', 'must_change_password'] as const),
] as const;
type ColumnName = (typeof columns)[number];

const isColumn = (name: string): name is ColumnName => columns.some((column) => column === name);

/** The rows of a list, or why it is invalid. */
export function readUserCsv(text: string): { rows: UserRow[] } | { refusal: string } {
  const records = csvRecords(text.replace(/^\uFEFF/, ''));
  if (records === undefined) return { refusal: 'A quoted field has no end' };
  const [head = [], ...rest] = records;
  const names = head.map((name) => name.trim());
  const unknown = names.find((name) => !isColumn(name));
  if (unknown !== undefined) return { refusal: `Column '${unknown}' is none of ${columns.join(', ')}` };
  if (new Set(names).size < names.length) return { refusal: 'A column is there twice' };
  if (!names.includes('username'))
    return { refusal: "The first row must name the columns, with 'username' among them" };
  if (rest.length > mostUserRows)
    return { refusal: `The list has ${rest.length} users; ${mostUserRows} are allowed at a time` };
  const seen = new Set<string>();
  const rows = rest.map((record, n) => {
    const row = rowOf(n + 2, names as ColumnName[], record);
    const problem = row.problem ?? (seen.has(row.username) ? 'appears earlier in the list' : undefined);
    seen.add(row.username);
    return { ...row, problem };
  });
  return { rows };
}

function rowOf(rowNumber: number, names: readonly ColumnName[], record: readonly string[]): UserRow {
  const field = (name: ColumnName) => record[names.indexOf(name)]?.trim() || undefined;
  const role = field('system_role') ?? 'user';
  const row = {
    rowNumber,
    username: field('username') ?? '',
    displayName: field('display_name'),
    organization: field('organization'),
    systemRole: role === 'admin' ? ('admin' as const) : ('user' as const),
    passwordHash: field('password_hash'),
    disabled: field('disabled') === 'true',
    mustChangePassword: field('must_change_password') === 'true',
  };
  const unclear = (['disabled', 'must_change_password'] as const).find(
    (name) => !['true', 'false', undefined].includes(field(name)),
  );
  const problem = problemOf(row, role, names.length, record.length);
  return { ...row, problem: problem ?? (unclear && `${unclear} '${field(unclear)}' is neither true nor false`) };
}

function problemOf(row: Omit<UserRow, 'problem'>, role: string, wanted: number, there: number): string | undefined {
  if (there !== wanted) return `has ${there} fields instead of ${wanted}`;
  if (!isUsername(row.username))
    return 'username must be 3 to 64 lower-case letters, digits, dots, underscores or hyphens';
  if (role !== 'admin' && role !== 'user') return `system_role '${role}' is neither admin nor user`;
  if (row.passwordHash !== undefined && !isBcryptHash(row.passwordHash))
    return 'password_hash is not a bcrypt hash of cost 4 to 14';
  for (const [name, value] of [
    ['display_name', row.displayName],
    ['organization', row.organization],
  ] as const)
    if ((value?.length ?? 0) > 100) return `${name} has more than 100 characters`;
  return undefined;
}

/** Records after RFC 4180, without empty lines; undefined where a quote is not closed. */
function csvRecords(text: string): string[][] | undefined {
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let quoted = false;
  const endField = () => {
    record.push(field);
    field = '';
  };
  const endRecord = () => {
    endField();
    if (record.some((one) => one !== '')) records.push(record);
    record = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (quoted && char === '"' && text[at + 1] === '"') at += 1;
    else if (char === '"' && (quoted || field === '')) {
      quoted = !quoted;
      continue;
    }
    if (quoted || !/[,\r\n]/.test(char)) field += char;
    else if (char === ',') endField();
    else if (char === '\n' || text[at + 1] !== '\n') endRecord();
  }
  if (quoted) return undefined;
  endRecord();
  return records;
}
