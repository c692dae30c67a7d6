import type { FileKind } from './exposed-file.ts'

/** Copies of databases and of whole sites. Only their first bytes are asked for. */
export const DUMP_FILES: FileKind = {
  names: [
    'backup.sql',
    'dump.sql',
    'database.sql',
    'db.sql',
    'backup.sql.gz',
    'dump.sql.gz',
    'backup.zip',
    'backup.tar.gz',
    'backup.tar',
    'db.tar.gz',
    'www.zip',
    'site.zip',
    'db.sqlite',
    'db.sqlite3',
    'database.sqlite',
  ],
  formats: [
    {
      what: 'a dump of a database',
      marker:
        /^\uFEFF?(?:\s*--[^\n]*\n)*?\s*-- (?:MySQL dump|MariaDB dump|PostgreSQL database dump|phpMyAdmin SQL Dump)\b[^\n]*/,
    },
    {
      what: 'statements that fill a database',
      marker:
        /^\uFEFF?(?:\s*(?:--|\/\*|#|SET\b|USE\b|BEGIN\b|PRAGMA\b|START\b)[^\n]*\n)*\s*(?:CREATE (?:DATABASE|TABLE)|DROP TABLE|INSERT INTO)\b[^\n]*/i,
    },
    { what: 'an archive of PostgreSQL', marker: /^PGDMP/ },
    { what: 'a database of SQLite', marker: /^SQLite format 3(?=\0)/ },
    // oxlint-disable-next-line no-control-regex -- the magic word of ZIP holds two
    { what: 'a ZIP archive', marker: /^PK\u0003\u0004/ },
    // 1f 8b: the second byte is no UTF-8; what decoders make of it is left open.
    // oxlint-disable-next-line no-control-regex -- the magic word of gzip holds one
    { what: 'a gzip archive', marker: /^\u001F[^\w\s]\u0008/ },
    // The name of the first file fills a field of 100 bytes.
    // oxlint-disable-next-line no-control-regex -- tar pads its fields with NUL
    { what: 'a tar archive', marker: /^[^\0\n]{1,100}\0[^]{0,300}?ustar(?=[\0 ])/ },
  ],
}
