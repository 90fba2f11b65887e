import type { imageOperations } from '#shared/images/contract/operations/images.ts';
import { imageAddress } from '#shared/images/rules/reference.ts';
import { fetchImage } from '#shared/images/verbs/fetch-image.ts';
import { type KeptImage, storeImage } from '#shared/images/verbs/store-image.ts';
import { endpoint } from '../http/endpoint.ts';
import { withObjects } from '../ports.ts';

export const presentImage = ({ name, contentType, sizeBytes, width, height }: KeptImage) => ({
  filename: name,
  url: imageAddress(name),
  content_type: contentType,
  size_bytes: sizeBytes,
  width,
  height,
});

type Operations = typeof imageOperations;

/** Keeps an image, by whichever of the three paths it was sent. */
export const createsImage = (
  operation: Operations['createImage'] | Operations['createForumImage'] | Operations['createIssueImage'],
) =>
  endpoint(operation, async ({ ctx, body }) =>
    presentImage(await storeImage(withObjects(ctx), new Uint8Array(await body.file.arrayBuffer()))),
  );

/** Answers an image, by whichever of the three paths it is asked for. */
export const getsImage = (
  operation: Operations['getImage'] | Operations['getForumImage'] | Operations['getIssueImage'],
) => endpoint(operation, ({ ctx, params }) => fetchImage(withObjects(ctx), params.filename));
