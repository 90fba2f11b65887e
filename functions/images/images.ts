import { imageOperations } from '#shared/images/contract/operations/images.ts';
import { fetchImage } from '#shared/images/verbs/fetch-image.ts';
import { storeImage } from '#shared/images/verbs/store-image.ts';
import { endpoint } from '../http/endpoint.ts';
import { withObjects } from '../ports.ts';
import { presentImage } from './present.ts';

export const createImage = endpoint(imageOperations.createImage, async ({ ctx, body }) =>
  presentImage(await storeImage(withObjects(ctx), new Uint8Array(await body.file.arrayBuffer()))),
);

export const getImage = endpoint(imageOperations.getImage, ({ ctx, params }) =>
  fetchImage(withObjects(ctx), params.filename),
);
