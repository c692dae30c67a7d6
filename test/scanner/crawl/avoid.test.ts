import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDangerous } from '../../../src/scanner/crawl/avoid.ts'

const at = (path: string): URL => new URL(path, 'https://shop.test')

const DANGEROUS_PATHS = [
  '/logout',
  '/log-out',
  '/Log_Off.php',
  '/SIGNOUT',
  '/users/sign_out',
  '/doLogout',
  '/userlogout.do',
  '/account/session/destroy',
  '/log%20out',
  '/abmelden',
  '/d%C3%A9connexion',
  '/cerrar-sesion',
  '/%D0%B2%D1%8B%D0%B9%D1%82%D0%B8',
  '/items/5/delete',
  '/delete.php?id=3',
  '/deleteUser',
  '/deleteuser',
  '/remove_item/7',
  '/removeitem',
  '/admin/purge-cache',
  '/account/close',
  '/close-account',
  '/orders/5/cancel',
  '/unsubscribe?u=3',
  '/newsletter/opt-out',
  '/pay',
  '/pay/42',
  '/checkout',
  '/check-out',
  '/order',
  '/order/new',
  '/place-order',
  '/transfer?to=bob&amount=10',
  '/send',
  '/messages/send',
  '/sendMail',
  '/invite',
  '/team/invite/bob',
  '/reset-password',
  '/password/reset',
  '/forgot_password',
  '/change-password',
  '/tokens/revoke',
  '/2fa/disable',
  '/two-factor',
  '/index.php?page=logout',
  '/index.php?action=delete&id=3',
  '/x?do=del',
  '/x?_method=DELETE',
  '/x?_method=put',
  '/x?logout',
  '/x?delete=5',
  '/x?deleteId=5',
  '/x?op=remove_user',
  '/x?route=account/logout',
  '/%E5%88%A0%E9%99%A4',
  '/supprimer/3',
  '/l%C3%B6schen',
  '/uninstall',
  '/reset-database',
  '/logout;x=1',
  '/app//logout//',
  '/api/v1/auth/logout/all',
]
const HARMLESS_PATHS = [
  '/',
  '/orders?id=1',
  '/orders/17',
  '/orders',
  '/order-history',
  '/my/order/list',
  '/order/status?id=2',
  '/description',
  '/display',
  '/payload-docs',
  '/payments',
  '/payment-methods',
  '/paypal-button',
  '/sender',
  '/senders/3',
  '/transferable',
  '/transfers',
  '/transfer-rates',
  '/invitees',
  '/cancellation-policy',
  '/checkouts-explained',
  '/deleted-scenes',
  '/undelete-info',
  '/remover-guide',
  '/removal',
  '/loge',
  '/catalogout-x',
  '/blogout',
  '/logbook',
  '/log/output',
  '/blog/how-to-delete-files-safely',
  '/login',
  '/register',
  '/items?order=asc',
  '/items?sort=order',
  '/items?sort_order=1',
  '/s?q=delete',
  '/s?q=how+to+log+out',
  '/login?next=/logout',
  '/index.php?page=orders',
  '/index.php?page=news',
  '/x?action=view',
  '/x?display=delete',
  '/sign/outdoor',
  '/destroyer-class',
  '/wiped',
  '/search',
  '/cart',
  '/products/5',
  '/return-policy',
  '/refund-policy',
  '/shipping-and-payment',
  '/museo-del-prado',
  '/2fast',
  '/%ZZ',
]

describe('dangerous URLs', () => {
  it.each(DANGEROUS_PATHS)('avoids %s', (path) => {
    expect(isDangerous('GET', at(path))).toBe(true)
  })
  it.each(HARMLESS_PATHS)('visits %s', (path) => {
    expect(isDangerous('GET', at(path))).toBe(false)
  })
  it.each(['DELETE', 'put', 'PATCH', 'PURGE'])('never sends %s', (method) => {
    expect(isDangerous(method, at('/items/1'))).toBe(true)
  })
  it.each([
    ['/orders', true],
    ['/payments', true],
    ['/newsletter', true],
    ['/orders/search', false],
    ['/comments', false],
    ['/search', false],
    ['/contact', false],
  ] as const)('POST %s: %s', (path, expected) => {
    expect(isDangerous('POST', at(path))).toBe(expected)
  })
})

const PHRASES: readonly (readonly string[])[] = [
  ['log', 'out'],
  ['sign', 'off'],
  ['delete'],
  ['remove'],
  ['destroy'],
  ['cancel'],
  ['unsubscribe'],
  ['check', 'out'],
  ['place', 'order'],
  ['pay'],
  ['transfer'],
  ['send'],
  ['invite'],
  ['revoke'],
  ['reset', 'password'],
  ['close', 'account'],
  ['2fa'],
]
const spelled = fc
  .tuple(fc.constantFrom(...PHRASES), fc.constantFrom('', '-', '_', '.', '%20', '+'))
  .map(([words, separator]) => words.join(separator))

describe('spelling', () => {
  it('does not matter: separators, upper case, folders around, extensions', () => {
    const folder = fc.constantFrom('', '/app', '/user/17', '/v1')
    const end = fc.constantFrom('', '/', '.php', '.do', '?x=1', '#top')
    fc.assert(
      fc.property(folder, spelled, end, fc.boolean(), (before, word, after, isUpper) => {
        const path = `${before}/${isUpper ? word.toUpperCase() : word}${after}`
        expect([path, isDangerous('GET', at(path))]).toEqual([path, true])
      }),
    )
  })
  it('never throws, whatever URL and text', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true }),
        fc.string({ unit: 'binary' }),
        (url, text) => {
          expect(typeof isDangerous('GET', new URL(url), text)).toBe('boolean')
        },
      ),
    )
  })
})
