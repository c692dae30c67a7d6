/**
 * Names under which frameworks and servers keep the session or the login. `certain` names are the
 * framework's own: they count whatever the value. `probable` names count when the value is random.
 */
export const SESSION_COOKIE_NAMES: Readonly<Record<'certain' | 'probable', readonly RegExp[]>> = {
  certain: [
    /^jsessionid(?:sso)?$/i,
    /^phpsessid$/i,
    /^asp\.net_sessionid$/i,
    /^aspsessionid[a-z]{8}$/i,
    /^\.?aspxauth$/i,
    /^\.aspnetcore\.(?:session|cookies|identity\.application)(?:c\d+)?$/i,
    /^connect\.s(?:id|ess)$/i,
    /^koa[:.]sess$/i,
    /^laravel_session$/i,
    /^ci_session$/i,
    /^cakephp$/i,
    /^symfony$/i,
    /^cfid$|^cftoken$/i,
    /^rack\.session$/i,
    /^_[a-z0-9_]+_session$/i,
    /^sessionid$/i,
    /^play_session$/i,
    /^wordpress_(?:logged_in|sec)_[0-9a-f]{32}$/i,
    /^s?sess[0-9a-f]{32}$/i,
    /^next-auth\.session-token$|^authjs\.session-token$/i,
    /^better-auth\.session_token$/i,
    /^fe_typo_user$|^be_typo_user$/i,
    /^frontend$|^adminhtml$/i,
    /^moodlesession\w*$/i,
    /^zm_auth_token$/i,
  ],
  probable: [
    /sess(?:ion)?/i,
    /(?:^|[._-])s?sid(?:$|[._-])/i,
    /(?:^|[._-])(?:auth|authn|login|signin|sso|remember(?:_?me)?)(?:$|[._-]|token|id)/i,
    /(?:access|refresh|id|user|api|bearer)[._-]?token/i,
    /^(?:token|jwt|user|uid|bearer)$/i,
  ],
}

/** Cookies whose names look like a session's and that are something else. */
export const NOT_SESSION_COOKIE_NAMES: readonly RegExp[] = [
  // Script must be able to read these: the pattern of double-submit tokens.
  /c?x?srf/i,
  /consent|banner|notice|locale|lang|theme|currency/i,
  /^_(?:ga|gid|gcl|gat|fbp|hj|pk|uet|clck|clsk|shopify_[sy])/i,
  /session(?:_?(?:start(?:ed)?|count|depth|seen|time|timeout|expir\w*|length))$/i,
  // Load balancers and bot filters: they say which server answers, not who asks.
  /^(?:awsalb(?:tg)?(?:cors)?|arraffinity(?:samesite)?|__cf_bm|cf_clearance|bigipserver.*|incap_ses_.*|visid_incap_.*|datadome|ak_bmsc|bm_s[vz])$/i,
]
