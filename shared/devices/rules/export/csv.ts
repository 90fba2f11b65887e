export type CsvField = string | number | boolean | null | undefined;

/**
 * A CSV file after RFC 4180: CRLF, fields quoted where they need it. A text that a spreadsheet would run as a
 * formula (`=`, `+`, `-`, `@`, tab or carriage return first) is preceded by an apostrophe; numbers stay as they are.
 */
export const toCsv = (rows: readonly (readonly CsvField[])[]): string =>
  rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');

function csvField(field: CsvField): string {
  if (field === null || field === undefined) return '';
  if (typeof field === 'number') return Number.isFinite(field) ? String(field) : '';
  if (typeof field === 'boolean') return String(field);
  return quotedField(/^[=+\-@\t\r]/.test(field) ? `'${field}` : field);
}

/** A text as a field of a CSV file that a program reads: quoted where it needs it, and otherwise unchanged. */
export const quotedField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
