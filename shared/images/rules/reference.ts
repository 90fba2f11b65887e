/**
 * How a text names an image of its project (rule IMAGE-2): by an address without the project, so that it stays valid if
 * the project moves, and with the size, so that a page reserves the space before the image has loaded.
 */

/** The kinds of images by the ending of their names. */
export const imageTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const;

/** How the name of an image ends. */
export type ImageEnding = keyof typeof imageTypes;

/** What the name of an image says of it. */
export interface ImageName {
  /** The first 32 hexadecimal digits of its SHA-256. */
  digest: string;
  /** In pixels, as it is shown. */
  width: number;
  height: number;
  ending: ImageEnding;
}

const named = '([0-9a-f]{32})-([1-9]\\d{0,4})x([1-9]\\d{0,4})\\.(png|jpg|gif|webp)';

/** What an image's name looks like. */
export const imageNamePattern = new RegExp(`^${named}$`);

/** Addresses of images in texts; QDash's clients ask for them below `/forum` and `/issues`. */
const addressPattern = new RegExp(`^(?:/api)?/(?:(?:forum|issues)/)?images/(${named})$`);

/** Images of Markdown: the text in their place, and the address, perhaps with a title. */
const inMarkdown = /!\[((?:[^\]\\\n]|\\.){0,500})\]\(<?([^()\s<>]{1,2000})>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g;

/** The most images that one text shows (rule IMAGE-4): each is written with the text, in one transaction. */
export const mostImages = 20;

export const imageNameOf = ({ digest, width, height, ending }: ImageName): string =>
  `${digest}-${width}x${height}.${ending}`;

/** What a name says; undefined for a text that is the name of no image. */
export function parseImageName(name: string): ImageName | undefined {
  const [, digest = '', width, height, ending] = imageNamePattern.exec(name) ?? [];
  if (digest === '') return undefined;
  return { digest, width: Number(width), height: Number(height), ending: ending as ImageEnding };
}

/** The address of an image in texts. */
export const imageAddress = (name: string): string => `/api/images/${name}`;

/** The name of the image at an address; undefined for the address of anything else. */
export const imageAt = (address: string): string | undefined => addressPattern.exec(address)?.[1];

/** The names of the project's images that a text shows, each once, in their order. */
export function imagesOf(text: string): string[] {
  const names = [...text.matchAll(inMarkdown)].flatMap(([, , address = '']) => imageAt(address) ?? []);
  return [...new Set(names)];
}

/** The place of an image in a text: UTF-16 offsets, also of its description. */
interface ImageSpan {
  start: number;
  end: number;
  alt: string;
}

/** The images of a text, whatever their addresses, in their order. */
export const imageSpans = (text: string): ImageSpan[] =>
  [...text.matchAll(inMarkdown)].map(({ 0: whole, 1: alt = '', index }) => ({
    ...{ start: index, end: index + whole.length },
    alt: plain(alt),
  }));

const plain = (alt: string): string => alt.replace(/\\(.)/g, '$1').trim();

/** A text for readers who see no images: each is `[image: alt]`. */
export const withoutImages = (text: string): string =>
  text.replace(inMarkdown, (_, alt: string) => (plain(alt) === '' ? '[image]' : `[image: ${plain(alt)}]`));
