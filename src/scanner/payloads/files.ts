export type KnownFile = Readonly<{
  /** From the root of the file system, or beside the application's own files. */
  path: string
  marker: RegExp
}>
/** Files of one place, the second as unlike the first as can be: two tell that any could be read. */
export type FilePair = readonly [KnownFile, KnownFile]

export const UNIX_FILES: FilePair = [
  { path: 'etc/passwd', marker: /(?<![\w:])root:[^:\n]{0,100}:0:0:[^:\n]{0,100}:[^:\n]{0,100}:/ },
  { path: 'etc/group', marker: /(?<![\w:])root:[^:\n]{0,100}:0:(?!0:)/ },
]
export const WINDOWS_FILES: FilePair = [
  { path: 'windows/win.ini', marker: /; for 16-bit app support/ },
  {
    path: 'windows/system32/drivers/etc/hosts',
    marker: /# Copyright \(c\) \d{4}-\d{4} Microsoft Corp/,
  },
]
const Q = '(?:\\\\?"|&quot;|&#34;)'
/** Beside the code of an application on Node; others keep their own source there. */
export const NODE_FILES: FilePair = [
  {
    path: 'package.json',
    marker: new RegExp(
      `${Q}(?:(?:dev)?dependencies|scripts)${Q}\\s{0,9}:\\s{0,9}\\{|${Q}name${Q}\\s{0,9}:\\s{0,9}${Q}[@\\w./-]{1,214}${Q},\\s{0,9}${Q}version${Q}\\s{0,9}:\\s{0,9}${Q}\\d`,
      'i',
    ),
  },
  {
    path: 'package-lock.json',
    marker: new RegExp(`${Q}lockfileVersion${Q}\\s{0,9}:\\s{0,9}\\d`),
  },
]

/** `own`: the source of the page itself and of the start page beside it, or the files of Node. */
export type TraversalSpelling = Readonly<{
  files: FilePair | 'own'
  text: string
  /**
   * What it needs: `{folder}` or `{ext}` of the recorded value, or a segment of the path, in place of
   * which it is sent as it is.
   */
  needs?: 'folder' | 'ext' | 'segment'
  /** True where it is worth a request even for values that do not look like files. */
  isPlain?: true
  /** What stands for a slash. */
  slash?: string
}>

const UP = '../'.repeat(8)
const repeated = (step: string): string => `${step.repeat(8)}{path}`

/** Ways to a file outside of the folder that is meant, by how often they work. */
export const TRAVERSAL_SPELLINGS: readonly TraversalSpelling[] = [
  { files: UNIX_FILES, text: repeated('../'), isPlain: true },
  { files: UNIX_FILES, text: '/{path}', isPlain: true },
  // Filters that remove `../` once.
  { files: UNIX_FILES, text: repeated('....//') },
  // Values decoded once more, after the filter.
  {
    files: UNIX_FILES,
    text: repeated('%2e%2e%2f'),
    slash: '%2f',
  },
  // Filters that want the folder in front, or the ending behind where the path is that of a URL.
  { files: UNIX_FILES, text: `{folder}/${UP}{path}`, needs: 'folder' },
  { files: UNIX_FILES, text: `${UP}{path}?{ext}`, needs: 'ext' },
  {
    files: WINDOWS_FILES,
    text: repeated('..\\'),
    slash: '\\',
  },
  // Where the way up ends at the folder of the application.
  { files: 'own', text: '../{path}' },
  // Servers that join the path to a folder: clients resolve these dots, so few people ever send them.
  { files: UNIX_FILES, text: repeated('../'), needs: 'segment' },
  // Where dots are resolved before they are decoded.
  { files: UNIX_FILES, text: repeated('.%2e/'), needs: 'segment' },
]

/** Names of values that say which file is meant. */
export const FILE_NAMES =
  /(?:^|[_-])(?:file(?:_?name|_?path)?|path|folder|dir(?:ectory)?|doc(?:ument)?|page|template|tpl|theme|skin|style|layout|include|inc|load|read|view|show|download|content|image|img|pic(?:ture)?|photo|attachment|report|log|lang(?:uage)?|locale|module|src|source|name)$/i

/** Values that look like files: an ending, or a path that is no address. */
export const FILE_VALUES =
  /^(?!\w+:\/\/)(?:.*[\\/])?[\w %.()-]*\.[a-z][a-z0-9]{1,5}$|^(?!\w+:\/\/)[^\\/]*[\\/]/i
