import type { FileKind } from './exposed-file.ts'

/** Logs that are written into the web root, and the ways their lines begin. */
export const LOG_FILES: FileKind = {
  names: [
    'error_log',
    'error.log',
    'access.log',
    'debug.log',
    'app.log',
    'logs/error.log',
    'storage/logs/laravel.log',
    'npm-debug.log',
  ],
  formats: [
    {
      what: 'an access log',
      marker:
        /^\S{1,100} \S{1,60} \S{1,60} \[\d{2}\/\w{3}\/\d{4}:\d{2}:\d{2}:\d{2} [+-]\d{4}\] "[^\n]*/,
    },
    {
      what: 'an error log of Apache',
      marker: /^\[\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})? \d{4}\] \[[^\n]*/,
    },
    {
      what: 'an error log of nginx',
      marker: /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[[a-z]{3,8}\] \d+#\d+: [^\n]*/,
    },
    {
      what: 'an error log of PHP',
      marker: /^\[\d\d-\w{3}-\d{4} \d\d:\d\d:\d\d[^\]\n]{0,40}\] PHP [^\n]*/,
    },
    {
      what: 'a log of Laravel or Monolog',
      marker:
        /^\[\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\]\n]{0,20}\] [\w-]{1,40}\.(?:DEBUG|INFO|NOTICE|WARNING|ERROR|CRITICAL|ALERT|EMERGENCY): [^\n]*/,
    },
    { what: 'a log of npm', marker: /^0 (?:info it worked|verbose cli) [^\n]*/ },
    {
      what: 'a log of an application',
      marker:
        /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S{0,10}[^\n]{0,80}?\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b[^\n]*/,
    },
    {
      what: 'a log in JSON',
      marker: /^\{"(?:level|severity|time|timestamp|ts|@timestamp)":[^\n]*/,
    },
  ],
}
