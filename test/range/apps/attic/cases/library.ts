import type { WebFile } from '../disk.ts'

/** A script that stands in for a library: our own few lines below the marks it is known by. */
const standIn = (path: string, head: string, body = 'window.ready = true'): WebFile => ({
  path,
  type: 'text/javascript',
  content: () => `${head}(function () {\n  'use strict'\n  ${body}\n})()\n`,
})

/** `isOptional`: what only an address tells is a possible issue, and no row that counts. */
type Old = Readonly<{ file: WebFile; cause: string; isOptional?: boolean }>

/** Versions with published advisories. */
export const OLD_LIBRARIES: readonly Old[] = [
  {
    file: standIn('/js/jquery-1.8.1.min.js', ''),
    cause: 'jQuery 1.8.1, by the name of the file; comments were removed',
    isOptional: true,
  },
  {
    file: standIn(
      '/js/base.js',
      '/*! jQuery v1.8.1 jquery.com | jquery.org/license */\n',
      'window.jQuery = { fn: { jquery: "1.8.1" } }',
    ),
    cause: 'jQuery 1.8.1, renamed, by its banner',
  },
  {
    file: standIn('/lib/angular.js/1.2.0/angular.min.js', ''),
    cause: 'AngularJS 1.2.0, by the folder of a mirrored CDN',
    isOptional: true,
  },
  {
    file: standIn(
      '/vendor/bootstrap.min.js',
      '/*!\n * Bootstrap v3.3.6 (http://getbootstrap.com)\n * Licensed under the MIT license\n */\n',
    ),
    cause: 'Bootstrap 3.3.6, by its banner',
  },
  {
    file: {
      path: '/build/site.bundle.js',
      type: 'text/javascript',
      content: () => `(()=>{var modules={12:()=>{window.gallery=[1,2,3]}};modules[12]()})();
${'/* a long page of our own code */;window.steps=(window.steps||0)+1;\n'.repeat(60)}
/**
 * @license
 * Lodash <https://lodash.com/>
 * Released under MIT license <https://lodash.com/license>
 */
;(function() {
  var undefined;
  var VERSION = '4.17.4';
  window._ = { VERSION: VERSION };
}.call(this));
window.after = 'the bundle goes on';
`,
    },
    cause: 'Lodash 4.17.4, in the middle of a bundle',
  },
  {
    file: standIn(
      '/vendor/handlebars.js',
      '/*!\n\n handlebars v4.0.0\n\n@license\n*/\n',
      'window.Handlebars = { VERSION: "4.0.0" }',
    ),
    cause: 'Handlebars 4.0.0, by its banner',
  },
  {
    file: standIn(
      '/vendor/moment.js',
      '//! moment.js\n//! version : 2.10.6\n//! license : MIT\n//! momentjs.com\n',
    ),
    cause: 'Moment 2.10.6, by its banner of line comments',
  },
  {
    file: standIn(
      '/vendor/purify.min.js',
      '/*! @license DOMPurify 2.2.2 | Released under the Apache license 2.0 and Mozilla Public License 2.0 */\n',
    ),
    cause: 'DOMPurify 2.2.2, by its banner',
  },
]

type Twin = Readonly<{ file: WebFile; why: string }>

export const RIGHT_LIBRARIES: readonly Twin[] = [
  { file: standIn('/current/jquery-3.7.1.min.js', ''), why: 'the newest jQuery 3' },
  {
    file: standIn(
      '/current/bootstrap.min.js',
      '/*!\n  * Bootstrap v5.3.8 (https://getbootstrap.com/)\n */\n',
    ),
    why: 'the newest Bootstrap',
  },
  {
    file: standIn('/current/moment.js', '//! moment.js\n//! version : 2.30.1\n//! license : MIT\n'),
    why: 'the newest Moment',
  },
  {
    file: standIn('/current/jquery.custom.js', '/* our own additions to jQuery */\n'),
    why: 'own script, no version',
  },
  {
    file: standIn(
      '/current/jquery.lightroom.js',
      '/*!\n * Lightroom, a plugin for jQuery\n * Version 1.2.0\n * Requires: jQuery v1.7+\n */\n',
    ),
    why: 'the version is that of a plugin nobody warns of',
  },
  {
    file: standIn(
      '/current/shim.js',
      '// Same answers as jQuery v1.8.1 and Bootstrap v3.3.6 gave; tested beside both.\n',
    ),
    why: 'old versions in a remark',
  },
  {
    file: standIn('/lib/furniture/1.8.1/chairs.min.js', ''),
    why: 'a version in the folder, of a script of our own',
  },
]
