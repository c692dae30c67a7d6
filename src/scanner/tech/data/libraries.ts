import type { Technology } from '../technology.ts'

/** Scripts and styles by the names of their files, as package registries and CDNs spell them. */
export const LIBRARIES: readonly Technology[] = [
  {
    name: 'jQuery',
    files: [/\/jquery[-.@/]?v?(\d[\d.]*\d)?(?:\/jquery)?(?:\.slim)?(?:\.min)?\.js/i],
  },
  {
    name: 'jQuery UI',
    implies: ['jQuery'],
    files: [/\/jquery-ui[-.@/]?(\d[\d.]*\d)?(?:\/jquery-ui)?(?:\.min)?\.js/i],
  },
  {
    name: 'jQuery Migrate',
    implies: ['jQuery'],
    files: [/\/jquery-migrate[-.@/]?(\d[\d.]*\d)?(?:\/jquery-migrate)?(?:\.min)?\.js/i],
  },
  {
    name: 'Bootstrap',
    files: [
      /\/bootstrap[-.@/]?(\d[\d.]*\d)?(?:\/[\w/.]{0,40})?(?:\.bundle)?(?:\.min)?\.(?:js|css)/i,
    ],
  },
  {
    name: 'React',
    files: [/\/react-dom(?:[-.@/](\d[\d.]*\d))?[/.]/i],
    attributes: { 'data-reactroot': /^/ },
  },
  { name: 'Preact', files: [/\/preact(?:@(\d[\d.]*\d))?\/dist\//i] },
  {
    name: 'Vue.js',
    files: [/\/vue[-.@/]?(\d[\d.]*\d)?(?:\/[\w/.]{0,40})?(?:\.global)?(?:\.prod)?(?:\.min)?\.js/i],
    attributes: { 'data-v-app': /^/, 'data-server-rendered': /^true$/ },
  },
  { name: 'Angular', attributes: { 'ng-version': /^([\d.]+)/ } },
  {
    name: 'AngularJS',
    files: [/\/angular(?:js)?[-.@/]?(\d[\d.]*\d)?(?:\/angular)?(?:\.min)?\.js/i],
    attributes: { 'ng-app': /^/ },
  },
  { name: 'Ember.js', files: [/\/ember[-.@/]?(\d[\d.]*\d)?(?:\.prod|\.min)?\.js/i] },
  {
    name: 'Backbone.js',
    files: [/\/backbone(?:\.js)?[-.@/]?(\d[\d.]*\d)?(?:\/backbone)?(?:-min|\.min)?\.js/i],
  },
  {
    name: 'Knockout.js',
    files: [/\/knockout[-.@/]?(\d[\d.]*\d)?(?:\/[\w/.]{0,40})?(?:\.min)?\.js/i],
  },
  { name: 'Lodash', files: [/\/lodash[-.@/](?:js\/)?(\d[\d.]*\d)?(?:\/lodash)?(?:\.min)?\.?js/i] },
  {
    name: 'Underscore.js',
    files: [
      /\/underscore(?:\.js)?[-.@/]?(\d[\d.]*\d)?(?:\/underscore)?(?:-umd|-min|\.min)?(?:-min)?\.js/i,
    ],
  },
  {
    name: 'Moment.js',
    files: [/\/moment(?:\.js)?[-.@/]?(\d[\d.]*\d)?(?:\/moment)?(?:\.min)?\.js/i],
  },
  { name: 'htmx', files: [/\/htmx(?:\.org)?[-.@/]?(\d[\d.]*\d)?[\w/.]{0,40}\.js/i] },
  { name: 'Alpine.js', files: [/\/alpinejs[-.@/]?(\d[\d.]*\d)?/i] },
  {
    name: 'Stimulus',
    files: [/\/stimulus(?:@(\d[\d.]*\d))?(?:\/dist\/stimulus)?(?:\.umd|\.min)?\.js/i],
  },
  { name: 'Hotwire Turbo', attributes: { 'data-turbo-track': /./ } },
  { name: 'Axios', files: [/\/axios(?:[@/](\d[\d.]*\d))?(?:\/dist)?(?:\/axios)?(?:\.min)?\.js/i] },
  {
    name: 'D3',
    files: [/\/d3(?:@(\d[\d.]*)|\.v\d+|\/([\d.]+)\/d3)?(?:\/dist\/d3)?(?:\.min)?\.js/i],
  },
  {
    name: 'Three.js',
    files: [
      /\/three(?:\.js)?(?:@(\d[\d.]*\d)|\/r?\d+)?(?:\/(?:build\/)?three)?(?:\.module)?(?:\.min)?\.js/i,
    ],
  },
  {
    name: 'Chart.js',
    files: [
      /\/chart(?:\.js)?(?:[@/](\d[\d.]*\d))?(?:\/dist)?(?:\/chart)?(?:\.umd)?(?:\.min)?\.js/i,
    ],
  },
  {
    name: 'Leaflet',
    files: [/\/leaflet(?:[@/](\d[\d.]*\d))?(?:\/dist)?(?:\/leaflet)?\.(?:js|css)/i],
  },
  {
    name: 'Swiper',
    files: [
      /\/swiper(?:@(\d[\d.]*\d))?(?:\/[\w/-]{0,30})?(?:\/swiper)?(?:-bundle)?(?:\.min)?\.(?:js|css)/i,
    ],
  },
  {
    name: 'Slick',
    files: [/\/slick(?:-carousel)?(?:[@/](\d[\d.]*\d))?(?:\/slick)*(?:\.min)?\.(?:js|css)/i],
  },
  {
    name: 'Select2',
    files: [
      /\/select2(?:[@/](\d[\d.]*\d))?(?:\/dist)?(?:\/(?:js|css))?(?:\/select2)?(?:\.full)?(?:\.min)?\.(?:js|css)/i,
    ],
  },
  {
    name: 'DataTables',
    hosts: ['cdn.datatables.net'],
    files: [/\/jquery\.dataTables(?:\.min)?\.js/i],
  },
  {
    name: 'TinyMCE',
    hosts: ['cdn.tiny.cloud'],
    files: [/\/tinymce(?:[@/](\d[\d.]*\d))?(?:\/[\w/]{0,30})?\/tinymce(?:\.min)?\.js/i],
  },
  { name: 'CKEditor', hosts: ['cdn.ckeditor.com'], files: [/\/ckeditor\/ckeditor\.js/i] },
  { name: 'MathJax', files: [/\/mathjax(?:[@/](\d[\d.]*\d?))?\/(?:es5\/|MathJax\.js)/i] },
  {
    name: 'highlight.js',
    files: [/\/highlight(?:\.js|js)?[@/](?:(\d[\d.]*\d)\/)?[\w/]{0,30}highlight(?:\.min)?\.js/i],
  },
  {
    name: 'Prism',
    files: [/\/prism(?:js)?(?:[@/](\d[\d.]*\d))?(?:\/components)?\/prism(?:-core)?(?:\.min)?\.js/i],
  },
  {
    name: 'Modernizr',
    files: [/\/modernizr[-.@/]?(\d[\d.]*\d)?(?:\/modernizr)?(?:\.custom|\.min)?\.js/i],
  },
  {
    name: 'RequireJS',
    files: [/\/require(?:js|\.js)?[-.@/](?:(\d[\d.]*\d)\/)?require(?:\.min)?\.js/i],
  },
  {
    name: 'Socket.IO',
    files: [/\/socket\.io(?:[@/](\d[\d.]*\d))?\/(?:dist\/)?socket\.io(?:\.min|\.slim)?\.js/i],
  },
  {
    name: 'SignalR',
    files: [/\/(?:jquery\.)?signalr(?:[-.@/](\d[\d.]*\d))?(?:\/[\w/.]{0,40})?(?:\.min)?\.js/i],
  },
  {
    name: 'MooTools',
    files: [/\/mootools(?:-core|-more)?[-.@/]?(\d[\d.]*\d)?(?:\/[\w-]{0,30})?(?:\.min)?\.js/i],
  },
  { name: 'Tailwind CSS', hosts: ['cdn.tailwindcss.com'] },
  { name: 'Bulma', files: [/\/bulma(?:[@/](\d[\d.]*\d))?(?:\/css)?(?:\/bulma)?(?:\.min)?\.css/i] },
  {
    name: 'Materialize',
    files: [
      /\/materialize(?:[@/](\d[\d.]*\d))?(?:\/[\w/]{0,20})?(?:\/materialize)?(?:\.min)?\.(?:js|css)/i,
    ],
  },
  {
    name: 'Foundation',
    files: [
      /\/foundation(?:-sites)?(?:[@/](\d[\d.]*\d))?(?:\/[\w/]{0,20})?(?:\/foundation)?(?:\.min)?\.(?:js|css)/i,
    ],
  },
  {
    name: 'Font Awesome',
    hosts: ['kit.fontawesome.com', 'use.fontawesome.com'],
    files: [/\/font-awesome[@/](\d[\d.]*\d)\//i],
  },
]
