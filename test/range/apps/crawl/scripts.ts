import type { Exhibit } from './exhibit.ts'

const SCRIPT = 'text/javascript; charset=utf-8'

/** Addresses that stand in scripts, and what reading the script tells without running it. */
export const SCRIPTS: readonly Exhibit[] = [
  {
    path: '/scripts/',
    items: [
      ['app.js', '<script type="module" src="{}"></script>'],
      ['old.js', '<script src="{}"></script>'],
      ['routes.js', '<script src="{}"></script>'],
      ['broken.js', '<script src="{}"></script>'],
      ['inline', "<script>fetch('{}')</script>"],
      ['inline-relative', "<script>fetch('{name}')</script>"],
      ['inline-parts', "<script>var p='/scripts/';load(p+'inline-'+'parts')</script>"],
      ['inline-markup', '<script>el.innerHTML=\'<a href="{}">x<\\/a>\'</script>'],
      ['flight', '<script>self.f.push([1,"{\\"href\\":\\"{}\\"}"])</script>'],
    ],
  },
  {
    path: '/scripts/app.js',
    type: SCRIPT,
    items: [
      ['part.js', "import './part.js'"],
      ['chunk', "import('./chunk')"],
      ['template', 'const id=7;fetch(`/scripts/template/${id}`)', '/scripts/template/1'],
      ['constant', "const API='/scripts';fetch(API+'/constant')"],
      ['nested', "const C={api:{base:'/scripts/'}};fetch(C.api.base+'nested')"],
      ['concat', "fetch('/scripts'.concat('/','concat'))"],
      ['joined', "fetch(['','scripts','joined'].join('/'))"],
      ['chosen', "fetch(debug?'/scripts/chosen':`/scripts/${'cho'+'sen-too'}`)"],
      ['chosen-too', ''],
      ['axios', "axios.get('{}')"],
      ['axios-config', "axios({method:'get',url:'/scripts/'+'axios-config'})"],
      ['axios-base', "const http=axios.create({baseURL:'/scripts/api'})", '/scripts/api'],
      ['xhr', "const x=new XMLHttpRequest();x.open('GET','/scripts/'+'xhr')"],
      ['request', "fetch(new Request('{}'))"],
      ['worker', "new Worker(new URL('./worker',import.meta.url))"],
      ['shared', "new SharedWorker('/scripts/'+'shared')"],
      ['asset', "const u=new URL('asset',import.meta.url)"],
      ['events', "new EventSource('/scripts/'+'events')"],
      ['beacon', "navigator.sendBeacon('/scripts/'+'beacon','x')"],
      ['sw.js', "navigator.serviceWorker.register('/scripts/sw.js')"],
      ['map', '//# sourceMappingURL=map'],
    ],
  },
  { path: '/scripts/part.js', type: SCRIPT, items: [['part', "export const p='/scripts/part'"]] },
  {
    path: '/scripts/sw.js',
    type: SCRIPT,
    items: [
      ['imported', "importScripts('imported')"],
      ['cached', "caches.open('v1').then(c=>c.addAll(['cached','/scripts/cached-too']))"],
      ['cached-too', ''],
      ['precached', "precacheAndRoute([{url:'precached',revision:'1'}])"],
    ],
  },
  {
    path: '/scripts/map',
    type: 'application/json',
    items: [
      ['in-source', "fetch('{}')"],
      ['in-source-too', "const B='/scripts';export const u=B+'/in-source-too'"],
    ],
    wrap: (code) =>
      JSON.stringify({
        version: 3,
        sources: ['webpack:///./src/api.js'],
        sourcesContent: [code],
        mappings: 'AAAA',
      }),
  },
  {
    path: '/scripts/old.js',
    type: SCRIPT,
    items: [
      ['jquery', "$.get('{}',done)"],
      ['ajax', "$.ajax({url:'/scripts/'+'ajax'})"],
      ['load', "$('#x').load('/scripts/'+'load')"],
      ['assign', "function a(){location.assign('/scripts/'+'assign')}"],
      ['href', "function b(){location.href='/scripts/'+'href'}"],
      ['open', "function c(){window.open('/scripts/'+'open','w')}"],
      ['src', "img.src='/scripts/'+'src'"],
      ['attribute', "el.setAttribute('href','/scripts/'+'attribute')"],
      ['written', "document.write('<img src=\"'+'/scripts/written'+'\">')"],
      ['slashes', "var s='\\/scripts\\/slashes'"],
      ['unicode', "var t='\\u002fscripts\\u002funicode'"],
      ['decoded', "go(decodeURIComponent('%2Fscripts%2Fdecoded'))"],
      ['parsed', 'var j=JSON.parse(\'{"a":"\\\\/scripts\\\\/parsed"}\')'],
      ['assigned', "var base='/scripts';base+='/assigned';load(base)"],
      ['commented', "// load('{}') was here"],
      ['pushed', "history.pushState({a:1},'','/scripts/'+'pushed')"],
      ['replaced', "go('/scripts/_'.replace('_','replaced'))"],
      [
        'chunk-b1c2d3',
        "var u=function(e){return '/scripts/'+({1:'chunk'}[e])+'-'+({1:'b1c2d3'}[e])}",
      ],
    ],
  },
  {
    path: '/scripts/routes.js',
    type: SCRIPT,
    items: [
      [
        'vue',
        "const r=[{path:'/spa/vue',component:V,children:[{path:'team',component:T}]}]",
        '/spa/vue',
      ],
      ['vue-child', '', '/spa/vue/team'],
      [
        'vue-param',
        "r.push({path:'/spa/user/:id(\\\\d+)',name:'user',component:U})",
        '/spa/user/1',
      ],
      [
        'react',
        "createBrowserRouter([{path:'spa',element:e,children:[{path:'react/:id?',element:f}]}])",
        '/spa/react/1',
      ],
      [
        'jsx',
        "h(Route,{path:'/spa/jsx',children:h(Route,{path:'deep/*',element:g})})",
        '/spa/jsx/deep',
      ],
      [
        'angular',
        "const a=[{path:'spa/ng',loadChildren:()=>import('./ng').then(m=>m.M)},{path:'**',component:N}]",
        '/spa/ng',
      ],
      ['lazy', '', '/scripts/ng'],
      ['named', "const P={ABOUT:'/spa/named',byId:(id)=>`/spa/by/${id}`}", '/spa/named'],
      ['by', '', '/spa/by/1'],
      [
        'ziggy',
        'const Z={"url":"http:\\/\\/x","routes":{"posts.show":{"uri":"spa\\/ziggy\\/{post}","methods":["GET"]}}}',
        '/spa/ziggy/1',
      ],
      ['svelte', 'const dictionary={"/spa/[slug]/kit":[2],"/spa/(group)/flat":[3]}', '/spa/1/kit'],
      ['group', '', '/spa/flat'],
    ],
  },
  {
    path: '/scripts/broken.js',
    type: SCRIPT,
    items: [
      ['broken', "<% if (x) %> fetch('{}') }}} ((("],
      ['broken-too', 'load(`/scripts/broken-too`'],
    ],
  },
]
