/**
 * Words of actions that must not be set off by a scan. Lower case, without diacritics or spaces:
 * `log out`, `LOG_OUT` and `logOut` are all `logout`.
 */

/** Dangerous wherever they stand as a word of their own. */
export const STRONG: readonly string[] = [
  // end of the session
  'logout logoff logoutall signout signoff loggedout exitsession endsession closesession',
  'destroysession killsession switchuser',
  'abmelden ausloggen deconnexion deconnecter deconnecte sedeconnecter salir sair',
  'quitter fermersession fermerlasession terminersession mettrefinalasession',
  'cerrarsesion cerrarsession desconectar desconectarse desloguear encerrarsessao terminarsessao',
  'terminarsesion finalizarsesion cierrasesion finalizarsessao fecharsessao',
  'uitloggen afmelden loggaut logud loggut kirjauduulos wyloguj wylogujsie wylogowanie',
  'odhlasit kijelentkezes cikis cikisyap esci uscire terminasessione chiudisessione',
  'disconnetti disconnettiti disconnessione выход выйти вийти выйтиизсистемы завершитьсеанс',
  // destruction
  'delete remove destroy erase purge wipe truncate droptable dropdatabase resetdatabase resetdb',
  'factoryreset clearall clearcart emptycart emptytrash uninstall shutdown reboot',
  'loschen loeschen entfernen vernichten leeren supprimer effacer detruire eliminar borrar',
  'destruir vaciar excluir apagar deletar remove deleta',
  'verwijderen wissen tabort radera slett poista usun skasuj wyczysc smazat torol',
  'elimina eliminare cancella cancellare rimuovi rimuovere distruggi svuota',
  'удалить удаление стереть уничтожить очистить видалити',
  // cancelling and withdrawing
  'cancel revoke terminate deactivate unsubscribe optout unregister disconnect',
  'closeaccount accountclose closemyaccount closeyouraccount leaveteam',
  'stornieren kundigen kuendigen abbestellen abbrechen deaktivieren widerrufen abokundigen',
  'annuler annulerlacommande desabonner sedesabonner desinscrire sedesinscrire resilier desactiver',
  'cancelar cancela anular desactivar desuscribirse desuscribir cancelarsuscripcion revocar',
  'cancelarinscricao cancelarassinatura desinscrever desativar annulla annullare disattiva revoca',
  'disiscriviti cancellati annullaiscrizione annuleren opzeggen uitschrijven afzeggen deactiveren',
  'anuluj zrezygnuj wypiszsie wypisz dezaktywuj cofnij darsedebaja darsedabaja',
  'отменить отмена отписаться отказаться деактивировать отозвать',
  // money
  'buynow paynow placeorder confirmorder submitorder completeorder ordernow orderconfirm',
  'makepayment confirmpayment submitpayment sendmoney transferfunds wiretransfer',
  'bezahlen jetztbezahlen jetztkaufen zahlungspflichtigbestellen kaufabschliessen uberweisen',
  'acheter payermaintenant passercommande validerlacommande virement pagar pagarahora comprar',
  'comprarahora realizarpedido finalizarpedido finalizarcompra transferir pagaragora comprar',
  'concluircompra concluirpedido betalen nubetalen afrekenen kopen bestellingplaatsen overmaken',
  'acquista compra paga pagaora effettuaordine confermaordine bonifico zaplac kup kupteraz',
  'zamawiam zlozzamowienie przelew оплатить купить заказать оформитьзаказ перевести',
  // messages to people
  'sendmail sendemail sendmessage sendsms sendinvite sendinvitation sendcode resendcode',
  'resendemail resendverification invite invitefriend invitefriends einladen inviter invitar',
  'nachrichtsenden mailsenden mailverschicken envoyermessage envoyerunmessage envoyeremail',
  'enviarmensaje enviarcorreo enviarmensagem enviaremail inviamessaggio inviaemail invita',
  'berichtversturen berichtverzenden uitnodigen wyslijwiadomosc wyslijmail zapros',
  'convidar пригласить отправитьписьмо отправитьсообщение',
  // the account's own keys
  'resetpassword passwordreset forgotpassword lostpassword passwordforgot passwordlost',
  'changepassword passwordchange updatepassword recoverpassword passwordrecovery setpassword',
  'passwortvergessen passwortandern passwortzurucksetzen motdepasseoublie changermotdepasse',
  'changerlemotdepasse cambiarcontrasena restablecercontrasena olvidecontrasena alterarsenha',
  'redefinirsenha esquecisenha cambiapassword reimpostapassword wachtwoordwijzigen',
  'wachtwoordvergeten zmienhaslo resetujhaslo сменитьпароль сброситьпароль забылипароль',
  'rotatekey regeneratekey',
  '2fa mfa twofactor twostepverification disable2fa disablemfa recoverycodes',
].flatMap((line) => line.split(' '))

/**
 * Dangerous as verbs, harmless as nouns: a list of orders may be read. Languages whose plain
 * submit button says "send" are left out, or none of their forms would be tested.
 */
export const WEAK: readonly string[] = [
  'order pay send transfer buy checkout purchase refund withdraw payer commander remover',
].flatMap((line) => line.split(' '))
/** Dangerous as the target of a form that changes something. */
export const WEAK_WHEN_CHANGING: readonly string[] = [
  'orders payment payments transfers transactions invitations invites newsletter subscriptions',
].flatMap((line) => line.split(' '))
/** Beside one of these, a weak word is a noun: `order history`, `sort order`. */
export const NOUN_SIGNS: ReadonlySet<string> = new Set(
  [
    'by history status detail details list number no id tracking overview summary method methods',
    'info rate rates fee fees asc desc sort sorting list view show track my your search recent past',
    'per options policy help faq guide form json',
  ].flatMap((line) => line.split(' ')),
)

/** Scripts that write words without spaces: found anywhere in the text. */
export const ANYWHERE: readonly string[] = [
  'ログアウト サインアウト ログオフ 削除 消去 退会 解約 解除 キャンセル 取り消 注文する 注文を確定 購入',
  '支払 送金 振込 招待 メッセージを送信 メールを送信 配信停止 パスワードを変更 パスワードを再設定',
  '登出 注销 註銷 退出登录 退出登錄 安全退出 退出账号 退出系统 删除 刪除 移除 清空 清除 取消 退订 退訂',
  '购买 購買 下单 提交订单 付款 支付 转账 轉帳 结账 結帳 邀请 邀請 发送消息 发送邮件 修改密码 重置密码',
  '로그아웃 삭제 탈퇴 취소 구매 결제 초대 الخروج حذف إلغاء התנתק מחק',
].flatMap((line) => line.split(' '))

/** Things that follow a verb without a separator: `deleteuser`, `removeitem`. */
export const OBJECTS: readonly string[] = [
  'account user users item items all product products post posts comment comments file files image',
  'images photo message messages record row entry order orders page address card cart profile',
  'session sessions customer article category group role key token project team member subscription',
  'my me it this selected cookie cookies data db table invoice payment booking',
].flatMap((line) => line.split(' '))
/** Verbs that objects are glued to. */
export const GLUED_VERBS: readonly string[] = ['delete', 'remove', 'destroy', 'erase', 'cancel']
/** Words glued in front: `dologout`, `userdelete`. */
export const GLUED_FRONT: readonly string[] = ['do', 'user', 'my', 'action', 'account', 'admin']

/** Parameters whose value chooses what a page does. */
export const ROUTING_PARAMETERS: ReadonlySet<string> = new Set(
  [
    'action act do op operation cmd command task method _method mode func function fn event ev',
    'page view route r controller module mod m a step section tab rest_route submit button',
  ].flatMap((line) => line.split(' ')),
)
/** Values of those parameters, and names of others, that are too short to be told elsewhere. */
export const SHORT_ACTIONS: ReadonlySet<string> = new Set(['del', 'rm', 'drop', 'put', 'patch'])
