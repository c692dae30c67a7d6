import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../src/limits.ts'
import {
  extractForms,
  type Form,
  isHarmless,
  urlOfGetForm,
} from '../../../src/scanner/crawl/forms.ts'
import { answer } from './answer.ts'

const forms = (body: string): readonly Form[] => extractForms(answer(body))
const form = (body: string): Form => {
  const [first] = forms(body)
  if (first === undefined) throw new Error('no form found')
  return first
}
/** What a form around the controls sends, as `name=value` lines. */
const sent = (controls: string): string[] =>
  form(`<form>${controls}</form>`).fields.map(({ name, value }) => `${name}=${value}`)

describe('extractForms', () => {
  it('reads action, method, enctype, fields, page and button', () => {
    const body = `
      <form action="/comment?to=1" method="POST" enctype="multipart/form-data">
        <input type="hidden" name="id" value=" 7 &amp; more ">
        <label for="t">Your text</label><textarea id="t" name="text">
old text</textarea>
        <select name="kind"><option value="">Choose</option><option>Praise<option value="q">Question</select>
        <button name="go" value="1"> Post it </button>
      </form>`
    expect(form(body)).toEqual({
      action: 'https://shop.test/comment?to=1',
      method: 'POST',
      enctype: 'multipart',
      fields: [
        { name: 'id', type: 'hidden', value: ' 7 & more ' },
        { name: 'text', type: 'textarea', value: 'old text' },
        { name: 'kind', type: 'select', value: 'Praise', options: ['', 'Praise', 'q'] },
        { name: 'go', type: 'submit', value: '1' },
      ],
      page: 'https://shop.test/dir/page',
      submit: 'Post it',
    })
  })
  it('cuts the query of a GET action, as browsers do', () => {
    const get = form('<form action="find?old=1#x"><input name=q value="a&b"></form>')
    expect(get.action).toBe('https://shop.test/dir/find')
    expect(urlOfGetForm(get).href).toBe('https://shop.test/dir/find?q=a%26b')
  })
  it('sends to the page itself without an action, whatever <base> says', () => {
    expect(form('<base href="/b/"><form method=post></form>').action).toBe(
      'https://shop.test/dir/page',
    )
    expect(form('<base href="/b/"><form method=post action="x"></form>').action).toBe(
      'https://shop.test/b/x',
    )
  })
  it('ignores methods that are none, and actions that are no web URL', () => {
    expect(form('<form method=dialog action=/x></form>').method).toBe('GET')
    expect(
      forms('<form action="mailto:a@shop.example"></form><form action="javascript:x()"></form>'),
    ).toEqual([])
  })
  it('keeps forms apart, also where tables break them or one is nested', () => {
    const body = `<form action=/a><tr><td><input name=a></td></form><input name=stray>
      <form action=/b><form action=/c><input name=b></form><form action=/d><input name=d>`
    expect(
      forms(body).map(({ action, fields }) => [new URL(action).pathname, fields.length]),
    ).toEqual([
      ['/a', 1],
      ['/b', 1],
      ['/d', 1],
    ])
  })
  it('takes in controls that name the form', () => {
    const body =
      '<input form=f name=before><form id=f></form><form id=g><input name=in form=f></form><select name=s form=f><option>1</select>'
    expect(forms(body).map(({ fields }) => fields.map(({ name }) => name))).toEqual([
      ['before', 'in', 's'],
      [],
    ])
  })
  it('presses the button that does no harm', () => {
    const body =
      '<form action=/item method=post><button name=do value=d>Delete</button><button name=do value=s>Save</button></form>'
    expect(form(body)).toMatchObject({ submit: 'Save', fields: [{ name: 'do', value: 's' }] })
    expect(isHarmless(form(body))).toBe(true)
    const other =
      '<form action=/item method=post><button formaction=/item/delete>X</button><input type=submit value=OK formaction=/ok></form>'
    expect(form(other)).toMatchObject({ submit: 'OK', action: 'https://shop.test/ok' })
  })
  it('is bounded', () => {
    const many = '<input name=a>'.repeat(LIMITS.fieldsPerForm + 5)
    expect(form(`<form>${many}</form>`).fields).toHaveLength(LIMITS.fieldsPerForm)
    expect(forms('<form></form>'.repeat(LIMITS.formsPerPage + 5))).toHaveLength(LIMITS.formsPerPage)
  })
})

describe('fields that are sent', () => {
  it.each<readonly [controls: string, fields: readonly string[]]>([
    ['<input name=a value=1><input name=a value=2>', ['a=1', 'a=2']],
    ['<input value=x><input name="" value=x><input name=d value=x disabled>', []],
    ['<input type=file name=f><input type=reset name=r><input type=button name=b>', []],
    ['<input type=image name=i src=/x><button type=button name=b>x</button>', []],
    ['<input type=checkbox name=c><input type=checkbox name=d value=2>', ['c=on', 'd=2']],
    ['<input type=checkbox name=c value=1><input type=checkbox name=c value=2 checked>', ['c=2']],
    ['<input type=radio name=r value=1><input type=radio name=r value=2>', ['r=1']],
    ['<input type=radio name=r value=1><input type=radio name=r value=2 checked>', ['r=2']],
    ['<select name=s><option value=1>One<option value=2 selected>Two</select>', ['s=2']],
    [
      '<select name=s><option value="">-<option disabled value=0>x<option value=3>y</select>',
      ['s=3'],
    ],
    ['<select name=s></select>', ['s=']],
    ['<input type=hidden name=h>', ['h=']],
    ['<input type=submit name=go value=Go><input type=submit name=also value=Also>', ['go=Go']],
    ['<input name=q value=" kept ">', ['q= kept ']],
  ])('%s', (controls, fields) => {
    expect(sent(controls)).toEqual(fields)
  })
})

describe('isHarmless', () => {
  it.each([
    ['<form action=/search><input name=q><button>Go</button></form>', true],
    [
      '<form action=/comment method=post><textarea name=t></textarea><button>Post comment</button></form>',
      true,
    ],
    ['<form action=/login method=post><input name=u><input type=password name=p></form>', false],
    ['<form action=/account/delete method=post><input name=why></form>', false],
    ['<form action=/item method=post><input name=id><button>Delete</button></form>', false],
    ['<form action=/item method=post><input type=hidden name=_method value=delete></form>', false],
    ['<form action=/item method=post><input type=hidden name=action value=remove></form>', false],
    ['<form action=/item method=post><input type=hidden name=action value=update></form>', true],
    ['<form action=/list method=post><input type=checkbox name="delete[]" value=3></form>', false],
    ['<form action=/list method=post><select name=action><option>delete</select></form>', false],
    ['<form action=/list method=post><select name=action><option>export</select></form>', true],
    ['<form action=/list method=post><input name=delete_reason></form>', true],
    ['<form action=/orders method=post><input name=n></form>', false],
    ['<form action=/orders><input name=n></form>', true],
  ])('%s: %s', (body, expected) => {
    expect(isHarmless(form(body))).toBe(expected)
  })
})
