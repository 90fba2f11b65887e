// The reference page reads the description that the service itself serves and asks no other host for anything.
window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  // Such as `x-compatibility`.
  showExtensions: true,
  validatorUrl: null,
  tagsSorter: 'alpha',
  // All operations at once take seconds to draw; the box finds a group by its name.
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  requestInterceptor: (request) => {
    const token = window.localStorage.getItem('fiducial.token');
    const project = window.localStorage.getItem('fiducial.project');
    if (token && !request.headers.Authorization) request.headers.Authorization = `Bearer ${token}`;
    if (project && !request.headers['X-Project-Id']) request.headers['X-Project-Id'] = project;
    return request;
  },
});
