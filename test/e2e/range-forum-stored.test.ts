import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/forum/app.ts'
import { truth } from '../range/apps/forum/truth.ts'
import type { Answer } from '../support/e2e-http.ts'
import { callsPlanted, PLANTS } from '../support/range-html.ts'
import { request, type Body } from '../support/range-requests.ts'
import { isClean, mustPlaces } from '../support/range-truth.ts'

const app = await start()
afterAll(() => app.close())

/** Where a value goes in, and the pages that could show it; `null` is where the answer leads. */
type Wall = Readonly<{
  path: string
  name: string
  body: (value: string) => Body
  shown: readonly (string | null)[]
}>
const form =
  (name: string, others: Readonly<Record<string, string>> = {}) =>
  (value: string): Body => ({ form: { ...others, [name]: value } })
const multipart =
  (name: string) =>
  (value: string): Body => ({ multipart: { [name]: value, picture: 'bytes' } })

async function pagesAfter({ path, body, shown }: Wall, value: string): Promise<readonly Answer[]> {
  const answer = await request(app, path, { body: body(value) })
  const pages = shown.map((page) => page ?? answer.headers.location ?? '')
  return [answer, ...(await Promise.all(pages.map((page) => request(app, page))))]
}

const shout = (value: string): Body => ({ json: { shout: { text: value, mood: 'glad' } } })
const flawed: readonly (Wall & { plant: string })[] = [
  {
    path: '/threads/lamps/comments',
    name: 'text',
    shown: ['/threads/lamps'],
    plant: '<script>z()</script>',
    body: form('text', { author: 'Ann' }),
  },
  {
    path: '/profile',
    name: 'name',
    shown: ['/members'],
    plant: '<img src=x onerror=z()>',
    body: form('name', { town: 'Ulm' }),
  },
  {
    path: '/guestbook/entries',
    name: 'homepage',
    shown: ['/guestbook'],
    plant: 'javascript:z()',
    body: form('homepage', { name: 'Ann', words: 'Hi' }),
  },
  {
    path: '/polls/answers',
    name: 'answer',
    shown: ['/polls'],
    plant: "'-z()-'",
    body: form('answer'),
  },
  {
    path: '/gallery/pictures',
    name: 'caption',
    shown: ['/gallery'],
    plant: '" onfocus="z()',
    body: multipart('caption'),
  },
  {
    path: '/api/shouts',
    name: '/shout/text',
    shown: ['/shouts'],
    plant: '<b onclick=z()>bold</b>',
    body: shout,
  },
  {
    path: '/notices',
    name: 'headline',
    shown: ['/recent'],
    plant: '<script>z()</script>',
    body: form('headline'),
  },
  {
    path: '/clubs',
    name: 'club',
    shown: [null],
    plant: '</title><script>z()</script>',
    body: form('club'),
  },
  {
    path: '/badges',
    name: 'label',
    shown: ['/badges'],
    plant: 'x onfocus=z() ',
    body: form('label'),
  },
  {
    path: '/signatures',
    name: 'signature',
    shown: ['/signatures'],
    plant: '<img src=x onerror=z()>',
    body: form('signature'),
  },
]

describe('stored scripts', () => {
  it.each(flawed)('$path $name runs where it is shown, with others before it', async (wall) => {
    for (const other of PLANTS) await pagesAfter(wall, other.replace('z()', 'y()'))
    const [answer, ...pages] = await pagesAfter(wall, wall.plant)
    expect(answer && callsPlanted(answer)).toBe(false)
    expect(pages.some(callsPlanted)).toBe(true)
  })
  it('keeps a value while a hundred others come', async () => {
    await request(app, '/notices', { body: { form: { headline: 'the one to keep' } } })
    for (let turn = 0; turn < 100; turn++) {
      await request(app, '/notices', { body: { form: { headline: `number ${turn}` } } })
    }
    expect((await request(app, '/recent')).body).toContain('the one to keep')
  })
  it('has a row of the truth for every one of them', () => {
    expect(mustPlaces(truth, 'xss.stored')).toEqual(flawed.map(({ path, name }) => [path, name]))
  })
})

const whisper = (value: string): Body => ({ json: { whisper: { text: value, mood: 'glad' } } })
const twins: readonly Wall[] = [
  {
    path: '/threads/lamps/comments',
    name: 'author',
    shown: ['/threads/lamps'],
    body: form('author', { text: 'Hi' }),
  },
  {
    path: '/threads/kites/comments',
    name: 'text',
    shown: ['/threads/kites'],
    body: form('text', { author: 'Ann' }),
  },
  {
    path: '/threads/kites/comments',
    name: 'author',
    shown: ['/threads/kites'],
    body: form('author', { text: 'Hi' }),
  },
  {
    path: '/profile',
    name: 'town',
    shown: ['/profile', '/members'],
    body: form('town', { name: 'Ann' }),
  },
  { path: '/pen-name', name: 'name', shown: ['/authors'], body: form('name') },
  {
    path: '/guestbook/entries',
    name: 'words',
    shown: ['/guestbook'],
    body: form('words', { name: 'Ann', homepage: 'https://ann.example/' }),
  },
  { path: '/links', name: 'homepage', shown: ['/links'], body: form('homepage', { name: 'Ann' }) },
  { path: '/quiz/guesses', name: 'guess', shown: ['/quiz'], body: form('guess') },
  { path: '/albums/pictures', name: 'caption', shown: ['/albums'], body: multipart('caption') },
  {
    path: '/api/whispers',
    name: '/whisper/text',
    shown: ['/whispers', '/api/whispers'],
    body: whisper,
  },
  { path: '/events', name: 'headline', shown: ['/latest'], body: form('headline') },
  { path: '/groups', name: 'group', shown: [null, '/groups'], body: form('group') },
  { path: '/ribbons', name: 'label', shown: ['/ribbons'], body: form('label') },
  { path: '/stories', name: 'story', shown: ['/stories'], body: form('story') },
  { path: '/reports', name: 'reason', shown: ['/reports'], body: form('reason') },
  { path: '/pastes', name: 'paste', shown: ['/pastes', '/pastes/latest.txt'], body: form('paste') },
  { path: '/drafts', name: 'draft', shown: ['/drafts'], body: form('draft') },
  { path: '/riddles', name: 'riddle', shown: ['/riddles'], body: form('riddle') },
  { path: '/moderated', name: 'text', shown: ['/moderated'], body: form('text') },
]

describe('the twins of the stored scripts', () => {
  it('start from an app in which nothing was planted', async () => {
    const fresh = await start()
    const pages = ['/threads/lamps', '/members', '/guestbook', '/gallery', '/recent']
    const answers = await Promise.all(pages.map((page) => request(fresh, page)))
    await fresh.close()
    expect(answers.map(callsPlanted)).toEqual(pages.map(() => false))
  })
  it.each(twins)('$path $name never runs', async ({ path, name, body, shown }) => {
    // Of its own: the walls of the flawed fields hold planted scripts by now.
    const fresh = await start()
    try {
      for (const plant of PLANTS) {
        const answer = await request(fresh, path, { body: body(plant) })
        const pages = shown.map((page) => page ?? answer.headers.location ?? '/')
        const answers = await Promise.all(pages.map((page) => request(fresh, page)))
        expect([answer, ...answers].some(callsPlanted), `${name}: ${plant}`).toBe(false)
      }
      const isListed = isClean(truth, path, name)
      expect(isListed).toBe(true)
    } finally {
      await fresh.close()
    }
  })
  it('show what they should: right encoding is not hiding', async () => {
    await request(app, '/threads/kites/comments', { body: { form: { author: 'A', text: '<i>' } } })
    expect((await request(app, '/threads/kites')).body).toContain('&lt;i&gt;')
    await request(app, '/stories', { body: { form: { story: '<b>bold</b><script>y</script>' } } })
    expect((await request(app, '/stories')).body).toContain('<b>bold</b>y')
    await request(app, '/pastes', { body: { form: { paste: '<i>kept</i>' } } })
    const paste = await request(app, '/pastes/latest.txt')
    expect(paste.body).toContain('<i>kept</i>')
    expect(paste.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })
})
