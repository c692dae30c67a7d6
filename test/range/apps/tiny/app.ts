import { DatabaseSync } from 'node:sqlite'
import { get, type Reply, type Start } from '../../kit/app.ts'
import { encode, html } from '../../kit/html.ts'
import { serve } from '../../kit/listen.ts'

const page = (heading: string, body: string, status = 200): Reply =>
  html(`<!doctype html><title>${heading}</title><h1>${heading}</h1>${body}`, status)

function openBooks(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT)')
  const insert = database.prepare('INSERT INTO books (title) VALUES (?)')
  for (const title of ['On Rivers', 'On Roads', 'On Bridges']) insert.run(title)
  return database
}

/** Five pages, made for many scans at once: one SQL injection, one reflected script. */
export const start: Start = (options) => {
  const books = openBooks()
  const routes = [
    get('/', () =>
      page(
        'Reading room',
        '<a href="/about">About</a> <a href="/hours">Hours</a> ' +
          '<a href="/book?id=1">A book</a> <a href="/hello?name=reader">Hello</a>',
      ),
    ),
    get('/about', () => page('About', '<p>Three books and a chair.</p>')),
    get('/hours', () => page('Hours', '<p>Open when the light is on.</p>')),
    get('/book', ({ query }) => {
      try {
        const rows = books.prepare(`SELECT title FROM books WHERE id = ${query.get('id')}`).all()
        const [row] = rows
        if (row === undefined) return page('Not on the shelf', '<p>Ask us.</p>', 404)
        return page('Book', `<p>${encode(String(row['title']))} may be read here.</p>`)
      } catch (error) {
        return page('Error', `<pre>SQLITE_ERROR: ${encode(String(error))}</pre>`, 500)
      }
    }),
    get('/hello', ({ query }) => page('Hello', `<p>Good day, ${query.get('name') ?? ''}.</p>`)),
  ]
  return serve({ routes, fallback: () => page('Not found', '<p>No.</p>', 404) }, options)
}
