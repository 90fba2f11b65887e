import { imageOperations } from '#shared/images/contract/operations/images.ts';
import { imageAddress } from '#shared/images/rules/reference.ts';
import { fetchImage } from '#shared/images/verbs/fetch-image.ts';
import { type KeptImage, storeImage } from '#shared/images/verbs/store-image.ts';
import { endpoint } from '../http/endpoint.ts';
import { withObjects } from '../ports.ts';

const presentImage = ({ name, contentType, sizeBytes, width, height }: KeptImage) => ({
  filename: name,
  url: imageAddress(name),
  content_type: contentType,
  size_bytes: sizeBytes,
  width,
  height,
});

type Operations = typeof imageOperations;

/** Keeps an image, by whichever of the three paths it was sent. */
const createsImage = (
  operation: Operations['createImage'] | Operations['createForumImage'] | Operations['createIssueImage'],
) =>
  endpoint(operation, async ({ ctx, body }) =>
    presentImage(await storeImage(withObjects(ctx), new Uint8Array(await body.file.arrayBuffer()))),
  );

/** Answers an image, by whichever of the three paths it is asked for. */
const getsImage = (operation: Operations['getImage'] | Operations['getForumImage'] | Operations['getIssueImage']) =>
  endpoint(operation, ({ ctx, params }) => fetchImage(withObjects(ctx), params.filename));

export const createForumImage = createsImage(imageOperations.createForumImage);

export const createImage = createsImage(imageOperations.createImage);

export const createIssueImage = createsImage(imageOperations.createIssueImage);

export const getForumImage = getsImage(imageOperations.getForumImage);

export const getImage = getsImage(imageOperations.getImage);

export const getIssueImage = getsImage(imageOperations.getIssueImage);
