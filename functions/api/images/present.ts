import { imageAddress } from '#shared/domain/images/reference.ts';
import type { KeptImage } from '#shared/services/images/store-image.ts';

export const presentImage = ({ name, contentType, sizeBytes, width, height }: KeptImage) => ({
  filename: name,
  url: imageAddress(name),
  content_type: contentType,
  size_bytes: sizeBytes,
  width,
  height,
});
