/** A text with an inserted image, and the range of its description. */
export interface TextWithImage {
  text: string;
  from: number;
  to: number;
}

/** Longest words that a file's name makes. */
const longestAlt = 100;

/** The description of an image, taken from its file name; a pasted image has a meaningless name. */
export function altOf(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[[\]\\\s]+/g, ' ')
    .trim();
  return words === '' || /^image$/i.test(words) ? 'Image' : [...words].slice(0, longestAlt).join('');
}

/** The text with an image in place of the selection, separated from the words around it. */
export function withImage(
  text: string,
  { start, end }: { start: number; end: number },
  { alt, url }: { alt: string; url: string },
): TextWithImage {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const head = `${before}${/\S$/.test(before) ? ' ' : ''}![`;
  const from = head.length;
  return { text: `${head}${alt}](${url})${/^\S/.test(after) ? ' ' : ''}${after}`, from, to: from + alt.length };
}
