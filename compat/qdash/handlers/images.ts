import { endpoint } from '#functions/http/endpoint.ts';
import { presentImage } from '#functions/images/present.ts';
import { withObjects } from '#functions/ports.ts';
import { fetchImage } from '#shared/images/verbs/fetch-image.ts';
import { storeImage } from '#shared/images/verbs/store-image.ts';
import { imagesOperations } from '../contract/operations/images.ts';

type Operations = typeof imagesOperations;

const keepsImage = (operation: Operations['createForumImage'] | Operations['createIssueImage']) =>
  endpoint(operation, async ({ ctx, body }) =>
    presentImage(await storeImage(withObjects(ctx), new Uint8Array(await body.file.arrayBuffer()))),
  );

const fetchesImage = (operation: Operations['getForumImage'] | Operations['getIssueImage']) =>
  endpoint(operation, ({ ctx, params }) => fetchImage(withObjects(ctx), params.filename));

export const createForumImage = keepsImage(imagesOperations.createForumImage);

export const createIssueImage = keepsImage(imagesOperations.createIssueImage);

export const getForumImage = fetchesImage(imagesOperations.getForumImage);

export const getIssueImage = fetchesImage(imagesOperations.getIssueImage);
