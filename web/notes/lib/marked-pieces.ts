import { imageSpans } from '#shared/images/rules/reference.ts';

/** A text in pieces, of which every second one is marked. */
interface MarkedPiece {
  text: string;
  isMarked: boolean;
}

/**
 * Cuts a text at the places that a search found, with images as their descriptions (rule IMAGE-6): these are marked
 * like text, and image addresses are left out.
 * @param highlights `[start, end)` offsets in Unicode code points; one that reaches outside is cut, overlaps join
 */
export function markedPieces(text: string, highlights: readonly (readonly number[])[]): MarkedPiece[] {
  const points = shownPoints(text);
  const pieces: MarkedPiece[] = [];
  const add = (start: number, end: number, isMarked: boolean) => {
    const shown = points.slice(start, end).join('');
    if (shown !== '') pieces.push({ text: shown, isMarked });
  };
  let at = 0;
  for (const [from = 0, to = 0] of [...highlights].sort(([a = 0], [b = 0]) => a - b)) {
    const [start, end] = [Math.max(at, from), Math.min(points.length, to)];
    if (end <= start) continue;
    add(at, start, false);
    add(start, end, true);
    at = end;
  }
  add(at, points.length, false);
  return pieces;
}

/** The shown text for each code point of a text. */
function shownPoints(text: string): string[] {
  const units = text.split('');
  for (const { start, end, alt } of imageSpans(text)) {
    const at = alt === '' ? -1 : text.indexOf(alt, start + 2);
    const isAsWritten = at >= 0 && at + alt.length < end;
    units.fill('', start, isAsWritten ? at : end);
    if (isAsWritten) units.fill('', at + alt.length, end);
    units[start] = alt === '' ? '[image]' : isAsWritten ? '[image: ' : `[image: ${alt}]`;
    if (isAsWritten) units[end - 1] = ']';
  }
  let offset = 0;
  return [...text].map((point) => {
    const from = offset;
    offset += point.length;
    return units.slice(from, offset).join('');
  });
}
