/*
 * CloudFront function, viewer request of everything outside `/api`: the path of a page is answered with `index.html`,
 * which finds the page by the address (rule DEPLOY-5). Files are those below `/assets`, those of the API reference
 * below `/docs`, those below `/downloads` (rule DEPLOY-41), and names with an extension at the root; a page's path may hold
 * dots (`/chips/lab.7`). Programs that show what a link leads to are answered with its preview: `linkPreview` of `shared/link-preview.ts` stands before this script.
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
  // Relative links of a folder's page only work below the slash.
  if (uri === '/docs') return { statusCode: 308, headers: { location: { value: '/docs/' } } };
  if (uri === '/docs/') request.uri = '/docs/index.html';
  else if (!/^\/(assets|docs|downloads)\//.test(uri) && !/^\/[^/]+\.[A-Za-z0-9]+$/.test(uri))
    request.uri = '/index.html';
  return request;
}
