/**
 * Bidirectional controls and zero-width characters. A zero-width joiner that makes one picture of several, and a joiner or non-joiner between
 * letters of scripts that are written with them, are part of what is seen.
 */
const hidden = /[\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

const isJoiner = (one: string): boolean => one === '\u200C' || one === '\u200D';
const endsPicture = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\uFE0F?$/u;
const endsJoined = /[\p{L}\p{M}]$/u;
const endsUnjoined =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** Whether a joiner at a place joins pictures, or letters of a script that is written with joiners. */
function joins(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 3), at), text.slice(at + 1, at + 3)];
  if (endsPicture.test(before)) return /^\p{Extended_Pictographic}/u.test(after);
  return endsJoined.test(before) && !endsUnjoined.test(before) && /^[\p{L}\p{M}]/u.test(after);
}

const ascii = /^[\0-\x7F]*$/;

/** A text with a mark in place of each character that is not seen and changes how others are read: `[U+202E]`. */
export function visibleText(text: string): string {
  if (ascii.test(text)) return text;
  return text.replace(hidden, (one, at: number) =>
    isJoiner(one) && joins(text, at) ? one : `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
