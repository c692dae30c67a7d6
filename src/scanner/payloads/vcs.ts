export type VcsFile = Readonly<{
  path: string
  /** What the start of the file looks like in the system's own format. */
  marker: RegExp
  /** False: too plain to prove anything without a second file of the same system. */
  isDistinct: boolean
}>
export type VcsSystem = Readonly<{ id: string; name: string; files: readonly VcsFile[] }>

/**
 * Small files every working copy has. Their content is a marker and no more: objects, packs and
 * pristine copies are never asked for.
 */
export const VCS_SYSTEMS: readonly VcsSystem[] = [
  {
    id: 'git',
    name: 'Git',
    files: [
      { path: '.git/HEAD', marker: /^ref: refs\/[\w./-]+(?=\s*$)/, isDistinct: true },
      {
        path: '.git/config',
        marker: /^\s*\[core\]\s+(?:[#;\w].*\n\s*)*?repositoryformatversion\s*=/,
        isDistinct: true,
      },
      // A big-endian version number follows the magic word.
      { path: '.git/index', marker: /^DIRC(?=\0{3}[^\0])/, isDistinct: true },
      // Of a detached head: any file may hold one hash.
      { path: '.git/HEAD', marker: /^[0-9a-f]{40}(?:[0-9a-f]{24})?(?=\s*$)/, isDistinct: false },
    ],
  },
  {
    id: 'svn',
    name: 'Subversion',
    files: [
      { path: '.svn/wc.db', marker: /^SQLite format 3(?=\0)/, isDistinct: true },
      {
        path: '.svn/entries',
        marker: /^(?:(?:8|9|10)\n\ndir\n\d+\n\w+:\/\/|<\?xml[^>]*>\s*<wc-entries\s)/,
        isDistinct: true,
      },
    ],
  },
  {
    id: 'hg',
    name: 'Mercurial',
    files: [
      {
        path: '.hg/requires',
        marker: /^(?:[a-z0-9-]+\n)*(?:revlogv[12]|dotencode|fncache|share-safe|generaldelta)\n/,
        isDistinct: true,
      },
    ],
  },
  {
    id: 'bzr',
    name: 'Bazaar',
    files: [
      {
        path: '.bzr/branch-format',
        marker: /^Bazaar-NG meta directory, format \d/,
        isDistinct: true,
      },
    ],
  },
  {
    id: 'cvs',
    name: 'CVS',
    files: [
      {
        path: 'CVS/Entries',
        marker: /^(?:D?\/[^/\n]+\/[^/\n]*\/[^/\n]*\/[^/\n]*\/[^/\n]*\r?\n)+D?\r?\n?(?=$)/,
        isDistinct: true,
      },
    ],
  },
]
