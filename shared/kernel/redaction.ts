/** Replaces a credential in a log line. */
const mask = '[redacted]';

/** Credentials by their form: API tokens, JWTs, the header that carries them, and values named as secret in JSON or forms. */
const credentials: readonly [form: RegExp, replacement: string][] = [
  [/fid_[0-9a-f]{2,}_[A-Za-z0-9]+/g, mask],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, mask],
  [/\b(bearer)\s+[^\s"',]+/gi, `$1 ${mask}`],
  [
    /(["']?\b\w*(?:password|secret|seed|token)\w*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s&,}"']+)/gi,
    `$1${mask}`,
  ],
];

/**
 * Text without what looks like a credential: the last protection for foreign texts, such as a library's errors. Pure.
 */
export function redact(text: string): string {
  return credentials.reduce((rest, [form, replacement]) => rest.replace(form, replacement), text);
}
