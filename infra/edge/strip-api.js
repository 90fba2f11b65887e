/*
 * CloudFront function, viewer request of `/api/*`. The API's routes start at the gateway's root (rule DEPLOY-5). It
 * also sets the caller's address and replaces any value that the caller sent. A script without exports, as CloudFront
 * requires.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by its name
function handler(event) {
  const request = event.request;
  request.uri = request.uri.replace(/^\/api(?=\/|$)/, '') || '/';
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
