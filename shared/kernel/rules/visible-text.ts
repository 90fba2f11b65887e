/**
 * Bidirectional controls and zero-width characters. A joiner or non-joiner between emoji, or between letters of scripts that are written with
 * them, is part of what is seen: those of Latin, Greek, Cyrillic, Han and kana are not.
 */
const hidden =
  /[\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|(?<![^\0-\u052F\u3000-\u9FFF])[\u200C\u200D]|[\u200C\u200D](?![^\0-\u052F\u3000-\u9FFF])/g;

/** A text with a mark in place of each character that is not seen and changes how others are read: `[U+202E]`. */
export const visibleText = (text: string): string =>
  text.replace(hidden, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
