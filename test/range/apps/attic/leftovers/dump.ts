import { gzipSync } from 'node:zlib'
import { BINARY, type Leftover } from '../disk.ts'
import { sqliteFile, tarGz, zip } from '../made/archives.ts'
import { BASE62, pick } from '../made/random.ts'

const CREATE = `CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  name VARCHAR(80) NOT NULL,
  email VARCHAR(120) NOT NULL,
  password_hash VARCHAR(60) NOT NULL
);
`
const ROWS = ['Anna Lind', 'Olof Berg', 'Maja Ek']
  .map((name, index) => {
    const email = `${name.split(' ')[0]?.toLowerCase()}@customer.test`
    return `INSERT INTO customers VALUES (${index + 1}, '${name}', '${email}', '$2y$10$${pick(BASE62, 53)}');\n`
  })
  .join('')

const MYSQL = `-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--
-- Host: localhost    Database: attic
-- ------------------------------------------------------
DROP TABLE IF EXISTS \`customers\`;
${CREATE}
LOCK TABLES \`customers\` WRITE;
${ROWS}UNLOCK TABLES;
-- Dump completed on 2026-03-02  9:00:01
`
const POSTGRES = `--
-- PostgreSQL database dump
--
-- Dumped from database version 15.6
SET client_encoding = 'UTF8';
${CREATE}
COPY customers (id, name, email, password_hash) FROM stdin;
1\tAnna Lind\tanna@customer.test\t$2y$10$${pick(BASE62, 53)}
\\.
`
const PHP = '<?php\nrequire "inc/database.php";\necho render("home");\n'

/** Whole databases and whole sites, plain, packed and as the file of the database itself. */
export const DUMP_FILES: readonly Leftover[] = [
  {
    path: '/backup.sql',
    type: 'application/sql',
    cause: 'dump of MySQL, plain',
    content: () => MYSQL,
  },
  {
    path: '/dump.sql.gz',
    type: 'application/gzip',
    cause: 'dump of PostgreSQL, gzip',
    content: () => gzipSync(POSTGRES),
  },
  {
    path: '/database.sqlite',
    type: BINARY,
    cause: 'the live file of SQLite in the document root',
    content: () => sqliteFile(CREATE + ROWS),
  },
  {
    path: '/site.zip',
    type: 'application/zip',
    cause: 'the upload of the last release',
    content: () => zip({ 'site/index.php': PHP, 'site/inc/database.php': '<?php return [];\n' }),
  },
  {
    path: '/db.tar.gz',
    type: BINARY,
    cause: 'a dump in a tar archive, sent as any bytes',
    content: () => tarGz({ 'db/attic.sql': MYSQL }),
  },
]
