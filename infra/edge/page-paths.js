/*
 * CloudFront function, viewer request of everything outside `/api`. A page path gets `index.html`, which routes in the
 * browser (rule DEPLOY-5). Files are those below `/assets`, the API reference below `/docs`, those below `/downloads`
 * (rule DEPLOY-41), and names with an extension at the root; a page path may contain dots (`/chips/lab.7`). Link-preview
 * bots get a preview instead: `linkPreview` of `shared/kernel/link-preview.ts` runs first.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by its name
function handler(event) {
  const request = event.request;
  const uri = request.uri;
  const asked = request.querystring;
  const query = Object.keys(asked).map((name) => `${name}=${asked[name].value}`);
  const agent = request.headers['user-agent'];
  const preview = agent && linkPreview(agent.value, uri, query.join('&'));
  if (preview)
    return {
      statusCode: 200,
      headers: { 'content-type': { value: 'text/html; charset=utf-8' }, 'cache-control': { value: 'no-cache' } },
      body: { encoding: 'text', data: preview },
    };
  // Relative links on a folder's page need the trailing slash.
  if (uri === '/docs') return { statusCode: 308, headers: { location: { value: '/docs/' } } };
  if (uri === '/docs/') request.uri = '/docs/index.html';
  else if (!/^\/(assets|docs|downloads)\//.test(uri) && !/^\/[^/]+\.[A-Za-z0-9]+$/.test(uri))
    request.uri = '/index.html';
  return request;
}
