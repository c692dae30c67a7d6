// The key that a reader types in stays in the page: it is neither stored nor put into a URL.
window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  // No outside validator, no address of a description taken from the URL of this page.
  validatorUrl: null,
  queryConfigEnabled: false,
})
