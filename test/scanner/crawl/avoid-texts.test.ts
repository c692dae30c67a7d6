import { describe, expect, it } from 'vitest'

import { isDangerous } from '../../../src/scanner/crawl/avoid.ts'

const at = (path: string): URL => new URL(path, 'https://shop.test')

const DANGEROUS_TEXTS = [
  'Log out',
  'Logout ',
  'LOG OFF',
  'Sign-out',
  'Abmelden',
  'Se déconnecter',
  'Déconnexion',
  'Cerrar sesión',
  'Выйти',
  'ログアウト',
  '退出登录',
  '로그아웃',
  'Çıkış',
  'Delete',
  'Delete my account',
  'Permanently delete this item',
  '削除する',
  'Löschen',
  'Remove',
  'Cancel order',
  'Unsubscribe',
  'Pay now',
  'Checkout',
  'Proceed to checkout',
  'Check out',
  'Place order',
  'Buy now',
  'Jetzt kaufen',
  'Send',
  'Send message',
  'Transfer',
  'Invite a friend',
  'Reset password',
  'Revoke',
  'Enable 2FA',
  'Close account',
  '支付',
  'Supprimer le compte',
  'DELETE_ALL',
  'Commander',
]
const HARMLESS_TEXTS = [
  '',
  'Home',
  'Log in',
  'Sign in',
  'Order history',
  'Sort order',
  'Order by price',
  'My orders',
  'Check out our new blog',
  'Description',
  'How to delete your account',
  'Payment methods',
  'Read more',
  'Envoyer',
  'Senden',
  'Search',
  'Save',
  'Blog outlook',
  'Track your order',
  'Payload documentation',
  'Add to cart',
  'Display',
  'Transfer rates',
]

describe('dangerous words of links and buttons', () => {
  it.each(DANGEROUS_TEXTS)('avoids %j', (text) => {
    expect(isDangerous('GET', at('/go'), text)).toBe(true)
  })
  it.each(HARMLESS_TEXTS)('follows %j', (text) => {
    expect(isDangerous('GET', at('/go'), text)).toBe(false)
  })
})

/** What no scan may set off, and what sounds like it: by language. */
const LANGUAGES: readonly (readonly [
  language: string,
  harmful: readonly string[],
  harmless: readonly string[],
])[] = [
  [
    'English',
    ['Log out', 'Sign off', 'Delete account', 'Pay now', 'Send message', 'Unsubscribe', 'Cancel'],
    [
      'Log in',
      'Signage',
      'Deleted scenes',
      'Payment methods',
      'Sender',
      'Subscribe',
      'Cancellation policy',
    ],
  ],
  [
    'German',
    [
      'Abmelden',
      'Ausloggen',
      'Löschen',
      'Jetzt bezahlen',
      'Nachricht senden',
      'Abbestellen',
      'Stornieren',
    ],
    [
      'Anmelden',
      'Einloggen',
      'Löschwasser',
      'Zahlungsarten',
      'Sendungen',
      'Bestellungen',
      'Storno-Regeln',
    ],
  ],
  [
    'French',
    [
      'Se déconnecter',
      'Déconnexion',
      'Supprimer',
      'Payer',
      'Envoyer un message',
      'Se désabonner',
      'Résilier',
    ],
    [
      'Se connecter',
      'Connexion',
      'Suppléments',
      'Paiement',
      'Messages',
      'Abonnements',
      'Résultats',
    ],
  ],
  [
    'Spanish',
    [
      'Cerrar sesión',
      'Salir',
      'Borrar',
      'Eliminar',
      'Pagar ahora',
      'Enviar mensaje',
      'Darse de baja',
    ],
    [
      'Iniciar sesión',
      'Salida',
      'Borrador',
      'Pagos',
      'Mensajes',
      'Bajas laborales',
      'Suscripciones',
    ],
  ],
  [
    'Italian',
    ['Esci', 'Disconnetti', 'Elimina', 'Cancella', 'Paga ora', 'Invia messaggio', 'Annulla'],
    ['Accedi', 'Escursioni', 'Eliminatorie', 'Cancelleria', 'Pagamenti', 'Messaggi', 'Annuario'],
  ],
  [
    'Portuguese',
    [
      'Sair',
      'Terminar sessão',
      'Excluir',
      'Apagar',
      'Pagar agora',
      'Enviar mensagem',
      'Cancelar inscrição',
    ],
    ['Entrar', 'Sessões', 'Exclusivo', 'Pagamentos', 'Mensagens', 'Inscrições', 'Cancelamentos'],
  ],
  [
    'Dutch',
    [
      'Uitloggen',
      'Afmelden',
      'Verwijderen',
      'Nu betalen',
      'Bericht versturen',
      'Uitschrijven',
      'Opzeggen',
    ],
    [
      'Inloggen',
      'Aanmelden',
      'Verwijzingen',
      'Betaalmethoden',
      'Berichten',
      'Inschrijven',
      'Zeggen',
    ],
  ],
  [
    'Polish',
    ['Wyloguj się', 'Usuń', 'Zapłać', 'Kup teraz', 'Wyślij wiadomość', 'Wypisz się', 'Anuluj'],
    ['Zaloguj się', 'Usługi', 'Płatności', 'Kupony', 'Wiadomości', 'Zapisz się', 'Anulacje'],
  ],
  [
    'Russian',
    ['Выйти', 'Выход', 'Удалить', 'Оплатить', 'Отправить сообщение', 'Отписаться', 'Отменить'],
    ['Войти', 'Вход', 'Удалённая работа', 'Оплата и доставка', 'Сообщения', 'Подписки', 'Отзывы'],
  ],
  [
    'Chinese',
    ['退出登录', '注销', '删除', '付款', '发送消息', '退订', '取消订单'],
    ['登录', '注册', '详情', '订单', '消息', '订阅', '关于我们'],
  ],
  [
    'Japanese',
    [
      'ログアウト',
      'サインアウト',
      '削除する',
      '支払う',
      'メッセージを送信',
      '配信停止',
      'キャンセル',
    ],
    ['ログイン', '新規登録', '詳細', '注文履歴', 'メッセージ', '購読', '会社概要'],
  ],
]

describe.each(LANGUAGES)('in %s', (_, harmful, harmless) => {
  it.each(harmful)('%s is not set off, as a text or in a path', (words) => {
    expect(isDangerous('GET', at('/go'), words)).toBe(true)
    expect(isDangerous('GET', at(`/x/${encodeURIComponent(words)}`))).toBe(true)
    expect(isDangerous('POST', at(`/x?action=${encodeURIComponent(words)}`))).toBe(true)
  })
  it.each(harmless)('%s is followed', (words) => {
    expect(isDangerous('GET', at('/go'), words)).toBe(false)
    expect(isDangerous('GET', at(`/x/${encodeURIComponent(words)}`))).toBe(false)
  })
})
