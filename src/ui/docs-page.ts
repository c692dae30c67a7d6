// The page of the API reference: what it runs and shows comes from our own /docs-assets/.
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Palisade API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs-assets/vendor/swagger-ui.css">
<link rel="stylesheet" href="/docs-assets/page.css">
</head>
<body>
<noscript>This page needs JavaScript. The description is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="/docs-assets/vendor/swagger-ui-bundle.js"></script>
<script src="/docs-assets/init.js"></script>
</body>
</html>
`

// Scripts and style sheets are ours only. Style attributes are set by the reference's own markup.
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
