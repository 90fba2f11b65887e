import { type ClientOf, type ClientOptions, clientOf } from '#shared/api/client.ts';
import { operations } from '#shared/api/registry.ts';
import { type OperationId, routeList } from '#shared/api/routes.ts';

/** A client of every operation, also of those that only clients of QDash call. */
export type FullClient = ClientOf<OperationId>;

const idsWhere = (is: (operation: (typeof operations)[number]) => boolean) =>
  new Set(operations.filter(is).map(({ operationId }) => operationId));

const kinds = {
  multipart: idsWhere(({ bodyType }) => bodyType === 'multipart'),
  files: idsWhere(({ file }) => file !== undefined),
};

/** Like `createClient`, with every operation. */
export const createFullClient = (options: ClientOptions): FullClient =>
  clientOf(
    routeList.map(({ operationId }) => operationId),
    options,
    kinds,
  );
