import { markup, script, style, type Sample } from './sample.ts'

const NPM = 'https://cdn.test/npm'

export const LIBRARY_SAMPLES: readonly Sample[] = [
  ['jQuery Migrate 3.4.1', script('/jquery-migrate-3.4.1.min.js'), script('/migrate-3.4.1.min.js')],
  [
    'Bootstrap 5.3.2',
    style(`${NPM}/bootstrap@5.3.2/dist/css/bootstrap.min.css`),
    style('/boot.css'),
  ],
  ['React', markup('<div data-reactroot=""></div>'), markup('<div data-root=""></div>')],
  ['Preact 10.19.2', script(`${NPM}/preact@10.19.2/dist/preact.min.js`), script('/react.js')],
  ['Vue.js', markup('<div id="app" data-v-app=""></div>'), markup('<div id="app"></div>')],
  ['AngularJS', markup('<div ng-app="shop"></div>'), markup('<div app="shop"></div>')],
  ['Backbone.js 1.4.0', script('/backbone.js/1.4.0/backbone-min.js'), script('/bone.js')],
  ['Knockout.js 3.5.1', script('/knockout-3.5.1.js'), script('/knock.js')],
  ['Underscore.js 1.13.6', script('/underscore@1.13.6/underscore-umd-min.js'), script('/score.js')],
  ['Stimulus 3.2.2', script(`${NPM}/stimulus@3.2.2/dist/stimulus.umd.js`), script('/stimuli.js')],
  [
    'Hotwire Turbo',
    markup('<script data-turbo-track="reload"></script>'),
    markup('<script data-track="reload"></script>'),
  ],
  ['Axios 1.6.2', script(`${NPM}/axios@1.6.2/dist/axios.min.js`), script('/axioms.js')],
  ['D3', script('https://d3js.test/d3.v7.min.js'), script('/id3.js')],
  ['Three.js 0.158.0', script(`${NPM}/three@0.158.0/build/three.module.js`), script('/threes.js')],
  ['Chart.js 4.4.0', script(`${NPM}/chart.js@4.4.0/dist/chart.umd.js`), script('/charts.js')],
  ['Leaflet 1.9.4', style('https://cdn.test/leaflet@1.9.4/dist/leaflet.css'), style('/leaf.css')],
  ['Swiper 11.0.5', script(`${NPM}/swiper@11.0.5/swiper-bundle.min.js`), script('/swipe.js')],
  ['Slick 1.8.1', script(`${NPM}/slick-carousel@1.8.1/slick/slick.min.js`), script('/slicker.js')],
  ['Select2 4.1.0', script(`${NPM}/select2@4.1.0/dist/js/select2.min.js`), script('/select.js')],
  [
    'DataTables',
    script('https://cdn.datatables.net/1.13.7/js/a.js'),
    script('https://datatables.net.x.test/a.js'),
  ],
  ['TinyMCE 6.7.3', script(`${NPM}/tinymce@6.7.3/tinymce.min.js`), script('/tiny.js')],
  [
    'CKEditor',
    script('https://cdn.ckeditor.com/4.22.1/standard/ckeditor.js'),
    script('/editor/editor.js'),
  ],
  ['MathJax 3', script(`${NPM}/mathjax@3/es5/tex-mml-chtml.js`), script('/math.js')],
  [
    'highlight.js 11.9.0',
    script('/highlight.js/11.9.0/highlight.min.js'),
    script('/highlights.js'),
  ],
  ['Prism 1.29.0', script('/prism/1.29.0/prism.min.js'), script('/prison.js')],
  ['Modernizr 2.8.3', script('/modernizr-2.8.3.min.js'), script('/modern.js')],
  ['RequireJS 2.3.6', script('/require.js/2.3.6/require.min.js'), script('/required.js')],
  ['Socket.IO 4.7.2', script('/socket.io/4.7.2/socket.io.min.js'), script('/socket.js')],
  ['SignalR 2.4.3', script('/jquery.signalR-2.4.3.min.js'), script('/signal.js')],
  ['MooTools 1.6.0', script('/mootools/1.6.0/mootools-core.min.js'), script('/moo.js')],
  [
    'Tailwind CSS',
    script('https://cdn.tailwindcss.com'),
    script('https://cdn.tailwindcss.com.x.test'),
  ],
  ['Bulma 0.9.4', style(`${NPM}/bulma@0.9.4/css/bulma.min.css`), style('/bulm.css')],
  [
    'Materialize 1.0.0',
    style('/materialize/1.0.0/css/materialize.min.css'),
    style('/material.css'),
  ],
  ['Foundation 6.8.1', style('/foundation/6.8.1/css/foundation.min.css'), style('/found.css')],
  ['Font Awesome 6.4.2', style('/font-awesome/6.4.2/css/all.min.css'), style('/awesome.css')],
]
