/** What an image may be (rule IMAGE-1). */
export const imageBounds = {
  /** An answer carries as much (rule API-6): what was taken can always be shown. */
  bytes: 4_000_000,
  /** Of the picture: a browser holds four bytes for each. */
  pixels: 50_000_000,
  /** Days after which an image is removed that no text shows. */
  unusedDays: 7,
} as const;

/** The limit of its bytes in messages. */
export const imageBytesText = '4 MB';
