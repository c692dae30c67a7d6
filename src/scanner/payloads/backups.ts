/** How source code of a language looks, by the extensions of the pages it makes. */
export const SOURCE_LANGUAGES: readonly Readonly<{
  language: string
  extensions: RegExp
  source: RegExp
}>[] = [
  { language: 'PHP', extensions: /^(?:php\d?|phtml|inc)$/, source: /<\?(?:php\b|=)/ },
  { language: 'ASP', extensions: /^(?:aspx?|ashx|asmx|cshtml)$/, source: /<%[@=\s]|<%--/ },
  { language: 'JSP', extensions: /^(?:jspx?|do|action)$/, source: /<%[@=!\s]|<%--|<jsp:/ },
  {
    language: 'Python',
    extensions: /^py$/,
    source: /^(?:import [a-z_][\w.]*|from [a-z_][\w.]* import )/m,
  },
  {
    language: 'Perl',
    extensions: /^(?:pl|cgi)$/,
    source: /^#!\S{0,40}perl\b|^use (?:strict|warnings|CGI)\b/m,
  },
  {
    language: 'ColdFusion',
    extensions: /^cf[mc]$/,
    source: /<cf(?:query|set|output|component)\b/i,
  },
]

/**
 * Names that editors, people and deployments give to copies. `{name}` is `cart.php`, `{stem}` is
 * `cart`, `{ext}` is `.php`.
 */
export const BACKUP_NAMES: readonly string[] = [
  '{name}.bak',
  '{name}~',
  '{name}.old',
  '.{name}.swp',
  '{name}.orig',
  '{name}.save',
  '{name}.1',
  '{name}.txt',
  '{stem} - Copy{ext}',
  '{stem}.bak',
]

/** A copy of the whole folder, beside it. */
export const FOLDER_ARCHIVES: readonly string[] = ['{folder}.zip', '{folder}.tar.gz']

export type BackupFormat = Readonly<{ what: string; marker: RegExp }>

/** Formats of copies that are not the text itself. */
export const SWAP_FILE: BackupFormat = {
  what: 'the swap file of Vim, which holds its source',
  marker: /^b0VIM \d(?:\.\d)?/,
}
export const ARCHIVE_FORMATS: readonly BackupFormat[] = [
  // oxlint-disable-next-line no-control-regex -- the magic word of ZIP holds two
  { what: 'a ZIP archive of its folder', marker: /^PK\u0003\u0004/ },
  // oxlint-disable-next-line no-control-regex -- the magic word of gzip holds one
  { what: 'a gzip archive of its folder', marker: /^\u001F[^\w\s]\u0008/ },
]
