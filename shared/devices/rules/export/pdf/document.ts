/** Pages of lines, rectangles and text as PDF 1.4 (ISO 32000-1), without compression. */

/** Colour as `#rrggbb`. */
type Colour = string;

/** What is drawn on a page, in points from its upper left corner. */
export class PdfPage {
  readonly width: number;
  readonly height: number;
  readonly #drawn: string[] = [];

  constructor(size: { width: number; height: number } = { width: 595, height: 842 }) {
    ({ width: this.width, height: this.height } = size);
  }

  /** One line of text, its base line at `y`. */
  text(x: number, y: number, text: string, { size = 9, bold = false, colour = '#000000' } = {}): this {
    const font = bold ? 'F2' : 'F1';
    return this.#draw(
      `${fillOf(colour)} BT /${font} ${size} Tf ${at(x)} ${at(this.height - y)} Td ${stringOf(text)} Tj ET`,
    );
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour): this {
    return this.#draw(`${fillOf(colour)} ${at(x)} ${at(this.height - y - height)} ${at(width)} ${at(height)} re f`);
  }

  line(from: { x: number; y: number }, to: { x: number; y: number }, { width = 0.5, colour = '#888888' } = {}): this {
    const [start, end] = [from, to].map(({ x, y }) => `${at(x)} ${at(this.height - y)}`);
    return this.#draw(`${numbersOf(colour)} RG ${at(width)} w ${start} m ${end} l S`);
  }

  /** The page as operators. */
  get content(): string {
    return this.#drawn.join('\n');
  }

  #draw(operators: string): this {
    this.#drawn.push(operators);
    return this;
  }
}

const at = (points: number): string => String(Number(points.toFixed(2)));

const numbersOf = (colour: Colour): string =>
  [1, 3, 5].map((n) => at(Number.parseInt(colour.slice(n, n + 2), 16) / 255)).join(' ');
const fillOf = (colour: Colour): string => `${numbersOf(colour)} rg`;

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const OTHER_LETTERS = /[^\x20-\x7e\xa0-\xff]/gu;

/** Whether a text has letters for which the standard fonts have nothing. */
export const isUnprintable = (text: string): boolean => inFewerSigns(text).search(OTHER_LETTERS) >= 0;

/** What the standard fonts do not have, in letters that they have. */
const inLatin = (text: string): string => inFewerSigns(text).replace(OTHER_LETTERS, '?');

function inFewerSigns(text: string): string {
  return text
    .replace(/×10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, minus: string, digits: string) =>
      ['e', minus && '-', ...[...digits].map((digit) => superscripts.indexOf(digit))].join(''),
    )
    .replaceAll('μ', 'µ')
    .replaceAll('−', '-')
    .replaceAll('–', '-')
    .replaceAll('→', '->')
    .replaceAll(/(?<=\d)σ/g, ' sigma')
    .replaceAll('σ', 'sigma')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replaceAll('…', '...');
}

const stringOf = (text: string): string => `(${inLatin(text).replace(/[\\()]/g, '\\$&')})`;

/** The file of some pages. The same pages make the same bytes. */
export function pdfOf(pages: readonly PdfPage[]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, n) => `${5 + 2 * n} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    ...['Helvetica', 'Helvetica-Bold'].map(
      (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
    ),
    ...pages.flatMap(({ width, height, content }, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${6 + 2 * n} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const offset = file.length;
    file += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  // Every character is one byte by now.
  return Uint8Array.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, (char) =>
    char.charCodeAt(0),
  );
}
