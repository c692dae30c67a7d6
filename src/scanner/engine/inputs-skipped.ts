/** Names of values that a server compares with its own: changing them only gets an error page. */
const PROTECTIVE: readonly RegExp[] = [
  /csrf|xsrf/i,
  /^(?:_token|__?requestverificationtoken|authenticity_token|form_?token|form_build_id)$/i,
  /^(?:_wpnonce|_nonce|nonce|_?captcha|g-recaptcha-response|h-captcha-response)$/i,
  /^__(?:viewstate(?:generator|encrypted)?|eventvalidation|eventtarget|eventargument)$/i,
  /^(?:javax|jakarta)\.faces\.viewstate$/i,
  /^(?:phpsessid|jsessionid|asp\.net_sessionid|session_?id)$/i,
  /^utm_[a-z]+$/i,
]

/** True for anti-forgery tokens, view state, captchas, session ids and campaign names. */
export const isProtective = (name: string): boolean =>
  PROTECTIVE.some((pattern) => pattern.test(name.replace(/^.*\//, '')))
