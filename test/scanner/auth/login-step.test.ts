import { describe, expect, it } from 'vitest'

import { loginControls } from '../../../src/scanner/auth/login-page.ts'
import {
  asksForCode,
  asksForPassword,
  chooseStep,
  type Credential,
} from '../../../src/scanner/auth/login-step.ts'
import { readHtml } from '../../../src/scanner/crawl/html.ts'

/** The step as `name=what` of each field and the text of the button. */
function stepOn(html: string, ...done: Credential[]) {
  const page = loginControls(readHtml(html))
  const step = chooseStep(
    page.map(({ control }) => control),
    new Set(done),
  )
  if (step === null) return null
  const at = (mark: number) => page.find(({ control }) => control.mark === mark)
  const fills = step.fills.map(({ mark, what }) => `${at(mark)?.name}=${what}`)
  const button = step.submit === null ? '' : (at(step.submit)?.control.words ?? '')
  return [...fills, button.trim()].filter((text) => text !== '').join(' ')
}
const BUTTON = '<button>Sign in</button>'

describe('user name and password', () => {
  it.each([
    ['by type', `<form><input type=email name=a><input type=password name=b>${BUTTON}</form>`],
    ['by name', `<form><input name=a id=username><input type=password name=b>${BUTTON}</form>`],
    [
      'by place',
      `<form><input name=x type=checkbox><input name=a><input type=password name=b>${BUTTON}</form>`,
    ],
    [
      'by autocomplete',
      `<form><input name=shop><input name=a autocomplete=username><input type=password name=b>${BUTTON}</form>`,
    ],
    [
      'behind a search',
      `<form><input name=q type=search></form><form><input name=a><input type=password name=b>${BUTTON}</form>`,
    ],
    [
      'beside a sign-up',
      `<form><input name=mail type=email><input name=p1 type=password><input name=p2 type=password></form>
       <form><input name=a type=email><input type=password name=b>${BUTTON}</form>`,
    ],
    [
      'beside a sign-up with one password',
      `<form><input name=mail type=email><input name=p type=password autocomplete=new-password></form>
       <form><input name=a type=email><input type=password name=b autocomplete=current-password>${BUTTON}</form>`,
    ],
    [
      'with other buttons',
      `<form><input name=a><button type=button>Show</button><input type=password name=b>
       <button>Sign in with Google</button>${BUTTON}<button>Forgot password</button></form>`,
    ],
  ])('%s', (_, html) => {
    expect(stepOn(html)).toBe('a=username b=password Sign in')
  })

  it('without a form, with a code in the same step, without a button', () => {
    expect(stepOn('<input name=a type=email><input name=b type=password>')).toBeNull()
    const html = '<form><input name=a><input name=b type=password><input name=otp></form>'
    expect(stepOn(html)).toBe('a=username b=password otp=code')
  })
})

describe('one after the other', () => {
  const user = `<form><label for=i>E-mail</label><input id=i name=a><button>Next</button></form>`
  const password = `<form><input type=hidden name=a value=x><input name=b type=password>${BUTTON}</form>`
  it('first the user name, then the password', () => {
    expect(stepOn(user)).toBe('a=username Next')
    expect(stepOn(password, 'username')).toBe('b=password Sign in')
  })
  it('no user name twice, and none into a search or a newsletter of a page without words for it', () => {
    expect(stepOn(user, 'username')).toBeNull()
    expect(stepOn('<form><input name=q><button>Go</button></form>')).toBeNull()
    expect(stepOn('<form><input name=a id=user type=hidden></form>')).toBeNull()
  })
  it.each([
    'Benutzername',
    "Nom d'utilisateur",
    'Identifiant',
    'Usuario',
    'Correo electrónico',
    'Nome utente',
    'Utilizador',
    'Gebruikersnaam',
    'Nazwa użytkownika',
    'Логин',
    '用户名',
    'メールアドレス',
  ])('knows %s', (label) => {
    expect(stepOn(`<form><label for=i>${label}</label><input id=i name=a></form>`)).toBe(
      'a=username',
    )
  })
})

describe('a one-time code', () => {
  it.each([
    '<input name=a autocomplete=one-time-code>',
    '<input name=a id=totp>',
    '<input name=a type=tel placeholder="Verification code">',
    '<label for=i>Bestätigungscode</label><input id=i name=a>',
    '<label for=i>Code de vérification</label><input id=i name=a>',
    '<label for=i>Código de verificación</label><input id=i name=a>',
    '<label for=i>验证码</label><input id=i name=a>',
    '<input name=a type=password autocomplete=one-time-code>',
  ])('%s', (field) => {
    expect(stepOn(`<form>${field}</form>`, 'username', 'password')).toBe('a=code')
    expect(stepOn(`<form>${field}</form>`, 'username', 'password', 'code')).toBeNull()
  })
  it.each([
    '<input name=coupon_code>',
    '<input name=captcha placeholder="verification code captcha">',
  ])('is not %s', (field) => {
    expect(stepOn(`<form>${field}</form>`, 'username', 'password')).toBeNull()
  })
})

it.each([
  ['a login', '<form><input name=a><input type=password></form>', true, false],
  ['a hidden password', '<form><input type=password hidden></form>', false, false],
  [
    'a change of the password',
    '<form><input type=password><input type=password></form>',
    false,
    false,
  ],
  ['a code', '<form><input autocomplete=one-time-code></form>', false, true],
  ['a page', '<p>Welcome</p>', false, false],
])('%s asks for what it asks', (_, html, password, code) => {
  const controls = loginControls(readHtml(html)).map(({ control }) => control)
  expect([asksForPassword(controls), asksForCode(controls)]).toEqual([password, code])
})
