/*
 * Images in Markdown for searches and drafts: the plain form only, which every search engine reads alike. Rendering
 * accepts the wider form of `reference.ts`, with titles and escapes.
 */

/** The description of an image, and its address, as parts of a regular expression of JavaScript or of Lucene. */
export const searchedImage = { said: String.raw`!\[[^\]\n]{0,500}\]`, address: String.raw`[^()\s]{1,2000}` } as const;

const pattern = new RegExp(String.raw`(${searchedImage.said})\((${searchedImage.address})\)`, 'g');

/** A text whose image addresses are replaced by spaces; all offsets stay the same. */
export const withoutAddresses = (text: string): string =>
  text.replace(pattern, (whole, said: string) => said.padEnd(whole.length));

/** The addresses of the images of texts, each once. */
export const imageAddressesIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, , address = '']) => address))),
];
