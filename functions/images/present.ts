import { imageAddress } from '#shared/images/rules/reference.ts';
import type { KeptImage } from '#shared/images/verbs/store-image.ts';

/** A kept image on the wire. */
export const presentImage = ({ name, contentType, sizeBytes, width, height }: KeptImage) => ({
  filename: name,
  url: imageAddress(name),
  content_type: contentType,
  size_bytes: sizeBytes,
  width,
  height,
});
