import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

export const CATEGORIES = ['kitchen', 'garden', 'office', 'lighting', 'bath', 'toys'] as const
const BRANDS = ['Alder', 'Birch', 'Cedar', 'Dogwood'] as const
const KINDS: Readonly<Record<(typeof CATEGORIES)[number], readonly string[]>> = {
  kitchen: ['kettle', 'whisk', 'skillet', 'ladle'],
  garden: ['trowel', 'planter', 'rake', 'hose'],
  office: ['stapler', 'notebook', 'tray', 'chair'],
  lighting: ['desk lamp', 'lantern', 'floor lamp', 'candle'],
  bath: ['towel', 'soap dish', 'mirror', 'sponge'],
  toys: ['kite', 'puzzle', 'yo-yo', 'train'],
}
const FINISHES = ['Oak', 'Copper'] as const
const AUTHORS = ['anna', 'boris', 'chloe', 'dmitri'] as const

export type Product = Readonly<{
  id: number
  sku: string
  name: string
  category: string
  brand: string
  price: number
  stock: number
  description: string
}>
export type Row = Readonly<Record<string, unknown>>

const SCHEMA = `
  CREATE TABLE products (id INTEGER PRIMARY KEY, sku TEXT, name TEXT, category TEXT, brand TEXT,
    price INTEGER, stock INTEGER, description TEXT);
  CREATE TABLE reviews (id INTEGER PRIMARY KEY, product_id INTEGER, author TEXT, body TEXT);
  CREATE TABLE news (id INTEGER PRIMARY KEY, year INTEGER, month INTEGER, title TEXT, body TEXT);
  CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, password TEXT);
  CREATE TABLE feedback (id INTEGER PRIMARY KEY, name TEXT, message TEXT);
  CREATE TABLE subscribers (id INTEGER PRIMARY KEY, email TEXT);
`

/** The shop's data, the same on every start. One database per app, in memory. */
export function openStore(): DatabaseSync {
  // Off by default in node:sqlite, on in most builds of SQLite that applications meet.
  const database = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  database.exec(SCHEMA)
  seedProducts(database)
  seedReviews(database)
  seedNews(database)
  const user = database.prepare('INSERT INTO users (name, password) VALUES (?, ?)')
  for (const name of AUTHORS) user.run(name, passwordHash(`${name} likes tea`))
  return database
}

export const passwordHash = (password: string): string =>
  createHash('sha256').update(`range:${password}`).digest('hex')

function seedProducts(database: DatabaseSync): void {
  const insert = database.prepare(
    `INSERT INTO products (sku, name, category, brand, price, stock, description)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  let serial = 0
  for (const category of CATEGORIES) {
    for (const kind of KINDS[category]) {
      for (const finish of FINISHES) {
        serial += 1
        const brand = BRANDS[serial % BRANDS.length] ?? 'Alder'
        const price = 500 + ((serial * 7919) % 9500)
        insert.run(
          `${category.slice(0, 2).toUpperCase()}-${1000 + serial}`,
          `${finish} ${kind}`,
          category,
          brand,
          price,
          (serial * 13) % 40,
          `A ${finish.toLowerCase()} ${kind} by ${brand}, made to be repaired and to last.`,
        )
      }
    }
  }
}

function seedReviews(database: DatabaseSync): void {
  const insert = database.prepare('INSERT INTO reviews (product_id, author, body) VALUES (?, ?, ?)')
  for (let id = 1; id <= 48; id += 1) {
    const author = AUTHORS[id % AUTHORS.length] ?? 'anna'
    insert.run(id, author, `Used it for ${id + 2} weeks and would buy article ${id} again.`)
  }
}

function seedNews(database: DatabaseSync): void {
  const insert = database.prepare('INSERT INTO news (year, month, title, body) VALUES (?, ?, ?, ?)')
  for (const year of [2023, 2024]) {
    for (let month = 1; month <= 12; month += 1) {
      insert.run(
        year,
        month,
        `What came in ${month}/${year}`,
        `In month ${month} of ${year} the workshop finished ${month * 3} new pieces and mended
         twice as many old ones.`,
      )
    }
  }
}

export const all = (database: DatabaseSync, sql: string, ...values: (string | number)[]): Row[] =>
  database.prepare(sql).all(...values)

export const toProduct = (row: Row): Product => ({
  id: Number(row['id']),
  sku: String(row['sku']),
  name: String(row['name']),
  category: String(row['category']),
  brand: String(row['brand']),
  price: Number(row['price']),
  stock: Number(row['stock']),
  description: String(row['description']),
})

export const products = (database: DatabaseSync, sql: string, ...values: (string | number)[]) =>
  all(database, sql, ...values).map(toProduct)
