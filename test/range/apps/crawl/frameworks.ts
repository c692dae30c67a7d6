import { page, type Exhibit } from './exhibit.ts'

const SCRIPT = 'text/javascript'
const JSON_TYPE = 'application/json'

/** What the builds of frameworks leave for whoever knows where to look. */
export const FRAMEWORKS: readonly Exhibit[] = [
  {
    path: '/next/',
    items: [
      ['main', '<script src="{}"></script>', '/next/_next/static/chunks/main-1a2b.js'],
      [
        'data',
        '<script id="__NEXT_DATA__" type="application/json">{"props":{},"page":"/","query":{},"buildId":"b1","assetPrefix":"/next"}</script>',
        '/next/_next/data/b1/index.json',
      ],
      ['build', '', '/next/_next/static/b1/_buildManifest.js'],
    ],
    wrap: (markup) => page('Next', markup),
  },
  {
    path: '/next/_next/static/b1/_buildManifest.js',
    type: SCRIPT,
    items: [
      [
        'about',
        'self.__BUILD_MANIFEST={"{}":["static/chunks/pages/about-9f8e.js"],',
        '/next/about',
      ],
      ['chunk', '', '/next/_next/static/chunks/pages/about-9f8e.js'],
      ['slug', '"/next/blog/[slug]":[],', '/next/blog/1'],
      ['docs', '"/next/docs/[...parts]":[],sortedPages:["/_app"]}', '/next/docs/1'],
    ],
  },
  {
    path: '/nuxt/',
    items: [
      ['entry', '<script type="module" src="{}"></script>', '/nuxt/_nuxt/entry.a1b2.js'],
      [
        'payload',
        '<script type="application/json" id="__NUXT_DATA__" data-src="{}">[]</script>',
        '/nuxt/_payload.json',
      ],
      [
        'builds',
        '<script>window.__NUXT__={};window.__NUXT__.config={public:{},app:{baseURL:"/nuxt/",buildId:"b2",buildAssetsDir:"/_nuxt/"}}</script>',
        '/nuxt/_nuxt/builds/meta/b2.json',
      ],
    ],
    wrap: (markup) => page('Nuxt', markup),
  },
  {
    path: '/nuxt/_nuxt/builds/meta/b2.json',
    type: JSON_TYPE,
    items: [['prerendered', '{"id":"b2","prerendered":["{}"]}', '/nuxt/prerendered']],
  },
  {
    path: '/kit/',
    items: [
      [
        'start',
        '<script>{__sveltekit_1x={base:new URL(".",location).pathname};Promise.all([import("/kit/_app/immutable/entry/start.b3.js"),import("{}")])}</script>',
        '/kit/_app/immutable/entry/app.b3.js',
      ],
      ['page-data', '', '/kit/__data.json'],
    ],
    wrap: (markup) => page('Kit', markup),
  },
  {
    path: '/kit/_app/immutable/entry/app.b3.js',
    type: SCRIPT,
    items: [['about', 'const d={"{}":[2]};export{d as dictionary}', '/kit/about']],
  },
  {
    path: '/remix/',
    items: [
      [
        'module',
        '<script>window.__remixManifest={"entry":{"module":"/remix/build/entry-1.js"},"routes":{"root":{"id":"root","path":"remix"},"routes/team":{"id":"routes/team","parentId":"root","path":"team","module":"{}"},"routes/team.one":{"id":"routes/team.one","parentId":"routes/team","path":":one"}},"url":"/remix/build/manifest-1.js"}</script>',
        '/remix/build/routes/team-1.js',
      ],
      ['team', '', '/remix/team'],
      ['one', '', '/remix/team/1'],
      ['manifest', '', '/remix/build/manifest-1.js'],
    ],
    wrap: (markup) => page('Remix', markup),
  },
  {
    path: '/gatsby/',
    items: [
      [
        'chunks',
        '<script>window.pagePath="/gatsby/";window.___chunkMapping={"app":["{}"],"component---src-pages-gatsby-about-tsx":["/gatsby/x.js"]}</script>',
        '/gatsby/app-1c.js',
      ],
      ['page-data', '<div id="___gatsby"></div>', '/page-data/gatsby/page-data.json'],
      ['component', '', '/gatsby/about/'],
    ],
    wrap: (markup) => page('Gatsby', markup),
  },
  {
    path: '/page-data/gatsby/page-data.json',
    type: JSON_TYPE,
    items: [
      [
        'query',
        '{"path":"/gatsby/","staticQueryHashes":["3000541721"]}',
        '/page-data/sq/d/3000541721.json',
      ],
    ],
  },
  {
    path: '/vite/',
    items: [
      [
        'index',
        '<script type="module" crossorigin src="{}"></script>',
        '/vite/assets/index-CsXyZ123.js',
      ],
      ['manifest', '', '/vite/.vite/manifest.json'],
    ],
    wrap: (markup) => page('Vite', markup),
  },
  {
    path: '/vite/assets/index-CsXyZ123.js',
    type: SCRIPT,
    items: [
      [
        'deps',
        'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["vite/assets/Team-Ab12Cd34.js"])))=>i.map(i=>d[i]);',
        '/vite/assets/Team-Ab12Cd34.js',
      ],
    ],
  },
  {
    path: '/vite/.vite/manifest.json',
    type: JSON_TYPE,
    items: [
      [
        'file',
        '{"index.html":{"file":"assets/admin-Zz99Yy88.js","isEntry":true}}',
        '/vite/assets/admin-Zz99Yy88.js',
      ],
    ],
  },
  {
    path: '/angular/',
    items: [
      ['main', '<script src="{name}" type="module"></script>', '/angular/main-5ABC.js'],
      ['ngsw', '', '/angular/ngsw.json'],
    ],
    wrap: (markup) =>
      page('Angular', `<base href="/angular/"><app-root ng-version="17.3.0"></app-root>${markup}`),
  },
  {
    path: '/angular/ngsw.json',
    type: JSON_TYPE,
    items: [
      ['grouped', '{"assetGroups":[{"urls":["{}"]}],', '/angular/grouped'],
      ['hashed', '"hashTable":{"{}":"0a1b"}}', '/angular/hashed'],
    ],
  },
  {
    path: '/inertia/',
    items: [
      [
        'visit',
        '<div id="app" data-page="{&quot;component&quot;:&quot;Home&quot;,&quot;props&quot;:{&quot;links&quot;:[{&quot;url&quot;:&quot;{}&quot;}]},&quot;url&quot;:&quot;/inertia/&quot;}"></div>',
        '/inertia/visit',
      ],
    ],
    wrap: (markup) => page('Inertia', markup),
  },
  {
    path: '/cra/',
    items: [
      ['main', '<script defer src="{}"></script>', '/cra/static/js/main.1a2b3c4d.js'],
      ['assets', '', '/cra/asset-manifest.json'],
    ],
    wrap: (markup) => page('CRA', markup),
  },
  {
    path: '/cra/asset-manifest.json',
    type: JSON_TYPE,
    items: [
      [
        'lazy',
        '{"files":{"static/js/787.js":"{}"},"entrypoints":["static/js/x.js"]}',
        '/cra/static/js/787.aa11.chunk.js',
      ],
    ],
  },
]
