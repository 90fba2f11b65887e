/*
 * CloudFront function, viewer request of `/api/*`: the API's routes begin at the gateway's root (rule DEPLOY-5). It
 * also says who calls; whatever the caller sent under that name is replaced. A script without exports, as CloudFront
 * runs it.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by its name
function handler(event) {
  const request = event.request;
  request.uri = request.uri.replace(/^\/api(?=\/|$)/, '') || '/';
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
