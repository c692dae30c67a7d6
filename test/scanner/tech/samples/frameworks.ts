import { cookie, generator, header, markup, powered, script, type Sample } from './sample.ts'

export const FRAMEWORK_SAMPLES: readonly Sample[] = [
  ['Node.js', powered('Node.js'), powered('Nodes')],
  [
    'ASP.NET',
    markup('<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEP">'),
    markup('<p>__VIEWSTATE</p>'),
  ],
  ['Blazor', script('_framework/blazor.server.js'), script('/framework/blazor.js')],
  ['Express', cookie('connect.sid'), cookie('sid')],
  ['Koa', cookie('koa:sess'), cookie('koala')],
  ['Sails.js', powered('Sails <sailsjs.com>'), cookie('sails')],
  [
    'Meteor',
    markup('<script>__meteor_runtime_config__ = JSON.parse("{}")</script>'),
    markup('<script>var config = "meteor"</script>'),
  ],
  ['AdonisJS', cookie('adonis-session'), cookie('session')],
  [
    'Remix',
    markup('<script>window.__remixContext = {"url":"/"}</script>'),
    markup('<script>window.remixContext = {}</script>'),
  ],
  [
    'Astro',
    markup('<astro-island uid="Z1" component-url="/a.js"></astro-island>'),
    markup('<island uid="Z1"></island>'),
  ],
  ['Qwik 1.2.6', markup('<div q:version="1.2.6"></div>'), markup('<div q="1.2.6"></div>')],
  [
    'JavaServer Faces',
    markup('<input type="hidden" name="javax.faces.ViewState" value="x">'),
    markup('<input type="hidden" name="ViewState" value="x">'),
  ],
  ['Play Framework', cookie('PLAY_SESSION'), cookie('PLAY')],
  ['Streamlit', cookie('_streamlit_xsrf'), cookie('_xsrf')],
  ['Livewire', markup('<div wire:id="k3xq9"></div>'), markup('<div wireid="k3xq9"></div>')],
  ['Nette', cookie('nette-samesite'), cookie('samesite')],
  ['ThinkPHP', powered('ThinkPHP'), powered('Think')],
  ['Phoenix', markup('<div data-phx-main id="phx-F1"></div>'), markup('<div id="phx-F1"></div>')],
  [
    'Svelte',
    markup('<style class="x"></style><script>window.__svelte={v:new Set(["5"])}</script>'),
    markup('<script>window.svelte={}</script>'),
  ],
  ['Gatsby 5.12.9', generator('Gatsby 5.12.9'), header('x-gatsby', '5')],
]
