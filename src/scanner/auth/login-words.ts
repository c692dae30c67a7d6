// What the fields and buttons of login pages are called: beginnings or parts of names, ids, labels and
// placeholders, in lower case without diacritics (`plain`).

const anyOf = (...lines: readonly string[]): RegExp => new RegExp(lines.join('|'))

export const USER_FIELD = anyOf(
  'user|login|e-?mail|account|member|nickname|benutzer|nutzer|kennung|anmeldename|konto',
  'utilisateur|identifiant|courriel|compte|usuario|correo|cuenta|utente|utilizador|conta',
  'gebruiker|uzytkownik|логин|пользовател|почта|用户|用戶|账号|帳號|邮箱|ユーザ|メール|アカウント|아이디|이메일',
)

/** A code from a phone or an authenticator. What buys cheaper or proves a human is left out below. */
export const CODE_FIELD = anyOf(
  'otp|2fa|mfa|one[ _-]?time|two[ _-]?(?:factor|step)|auth(?:entication|enticator)?[ _-]?code',
  'verif\\w*[ _-]?code|security[ _-]?code|passcode|authenticator|einmal|bestatigungscode',
  'sicherheitscode|verifizierung|code (?:de verification|de securite|a usage unique)|codigo de',
  'codice di|verificatiecode|beveiligingscode|kod weryfikacyjny|kod jednorazowy',
  'код подтверж|одноразов|验证码|驗證碼|認証コード|確認コード|ワンタイム|인증',
)
export const NO_CODE_FIELD = /captcha|coupon|voucher|promo|zip|postal|postcode/

/** Buttons that send a step of a login. */
export const SENDING_BUTTON = anyOf(
  'log ?-?in|log ?-?on|sign ?-?in|next|continue|submit|verify|confirm|anmelden|einloggen|weiter',
  'bestatigen|connexion|connecter|suivant|continuer|valider|iniciar sesion|entrar|acceder',
  'siguiente|continuar|accedi|avanti|continua|inloggen|aanmelden|volgende|zaloguj|dalej',
  'войти|вход|далее|登录|登入|下一步|ログイン|次へ|로그인|다음',
)
/** Buttons beside them that lead elsewhere: other accounts, other ways in, other wishes. */
export const OTHER_BUTTON = anyOf(
  'register|sign ?-?up|create|forgot|reset|recover|google|facebook|apple|github|gitlab|microsoft',
  'linkedin|twitter|passkey|webauthn|\\bsso\\b|saml|show|cancel|back|help|registrieren|vergessen',
  'inscri|oubli|registr|olvid|esquec|dimentica|vergeten|zapomnia|регистрац|забыл|注册|忘记',
)
