import type { CweId } from '../report/finding.ts'

/** What is said of a class of weakness. `{place}` and `{parameter}` are filled in per finding. */
export type Guidance = Readonly<{
  /** What an attacker gains; completes "An attacker …". */
  gain: string
  /** What to do, naming the place; one or two sentences. */
  fix: string
  /** 0-20: how little an attacker needs beside the request itself. */
  ease: number
}>

export const GUIDANCE: Readonly<Partial<Record<CweId, Guidance>>> = {
  'CWE-89': {
    gain: 'can read and often change what the database holds, and in some set-ups run commands on its host',
    fix: 'In the handler of {place}, bind {parameter} as a parameter of a prepared statement instead of writing it into the SQL text; then give the database user the least rights it needs.',
    ease: 20,
  },
  'CWE-78': {
    gain: 'can run commands on the host with the rights of the application: read its files and secrets, and reach its network',
    fix: 'In the handler of {place}, start the program without a shell and pass {parameter} as one argument of a list, or use a library instead of the program; accept only values of a strict pattern.',
    ease: 20,
  },
  'CWE-95': {
    gain: 'can run code inside the application: read what it knows, change what it does, and often run commands on its host',
    fix: 'In the handler of {place}, take {parameter} out of what is evaluated: parse it as data, or look it up in a table of what is allowed.',
    ease: 20,
  },
  'CWE-1336': {
    gain: 'can run expressions on the server, which in most template engines reach files and commands',
    fix: 'In the handler of {place}, keep the template fixed and pass {parameter} to it as a variable; never build the text of a template from a request.',
    ease: 18,
  },
  'CWE-79': {
    gain: 'can run script in the browser of whoever opens a prepared link, and act there as that user',
    fix: 'In the template behind {place}, encode {parameter} for the context it is written to (HTML text, attribute, script or URL), with the escaping of the template engine; add a Content-Security-Policy without unsafe-inline as a second line.',
    ease: 14,
  },
  'CWE-601': {
    gain: 'can send users from a trusted address to a page of their choice, to collect passwords or tokens',
    fix: 'In the handler of {place}, take {parameter} for a path on your own site only, or look it up in a fixed list of destinations; refuse everything else.',
    ease: 14,
  },
  'CWE-527': {
    gain: 'can download the source code with its history, and whatever secrets were ever committed',
    fix: 'Stop serving {place}: deny dot-folders in the web server, deploy a build instead of a checkout, and change every secret that is in the history.',
    ease: 20,
  },
  'CWE-538': {
    gain: 'can download files that were never meant to be published',
    fix: 'Stop serving {place}: remove the file from the web root or deny it in the web server, and change every secret it shows.',
    ease: 20,
  },
  'CWE-614': {
    gain: 'on the network path can read the session cookie and take the session over',
    fix: 'Set the cookie {parameter} with Secure where {place} sets it, and serve the site by HTTPS only.',
    ease: 6,
  },
  'CWE-1004': {
    gain: 'who can run any script on the site can read the session cookie and take the session over',
    fix: 'Set the cookie {parameter} with HttpOnly where {place} sets it; no script needs to read it.',
    ease: 8,
  },
  'CWE-1275': {
    gain: 'can make the browser of a user send requests with the session from another site',
    fix: 'Set the cookie {parameter} with SameSite=Lax where {place} sets it, or Strict where links from elsewhere need no session.',
    ease: 8,
  },
  'CWE-693': {
    gain: 'who finds a way to inject markup meets no second line of defence',
    fix: 'Send the protection that the finding names with {place} and every other answer, from one place that all handlers share: the web server or a middleware. Try a Content-Security-Policy with its report-only header first.',
    ease: 4,
  },
  'CWE-319': {
    gain: 'on the network path can read and change what is exchanged with a visitor without encryption',
    fix: 'Let {place} load from and send {parameter} to https addresses only, redirect plain HTTP, and send Strict-Transport-Security: max-age=31536000; includeSubDomains on every HTTPS answer.',
    ease: 4,
  },
  'CWE-326': {
    gain: 'on the network path can try to break the encryption between a visitor and the site, and then read and change what is exchanged',
    fix: 'Let the server of {place} offer TLS 1.2 and 1.3 only, with the settings that the web server recommends, and use a certificate with an RSA key of 2,048 bits or more, or an elliptic curve, signed with SHA-256.',
    ease: 4,
  },
  'CWE-327': {
    gain: 'on the network path can use known attacks on the cipher to learn parts of what is exchanged, such as a session cookie',
    fix: 'Take the named ciphers out of the settings of the server of {place}; keep those with AES-GCM or ChaCha20 and a fresh key for each connection (ECDHE).',
    ease: 4,
  },
  'CWE-295': {
    gain: 'on the network path can show a certificate of their own, since visitors who have learned to click warnings away will do so again',
    fix: 'Install a certificate at {place} that names this host, is in force and comes from an authority that browsers trust; let it renew itself, and watch the date it ends.',
    ease: 4,
  },
  'CWE-200': {
    gain: 'who runs a site that {place} links to or loads from learns the full addresses of its pages',
    fix: 'Send Referrer-Policy: strict-origin-when-cross-origin with {place} and all other pages, and keep names and tokens out of addresses.',
    ease: 4,
  },
  'CWE-209': {
    gain: 'learns file paths, libraries and the shape of the code, which makes the next attack easier',
    fix: 'Catch the error in the handler of {place}, show a plain error page with a reference number, and write the details to the log; switch the debug mode of the framework off.',
    ease: 8,
  },
  'CWE-353': {
    gain: 'who takes over the host of the script or style changes what every visitor of {place} runs',
    fix: 'Add integrity and crossorigin to the tag in {place}, or serve the file {parameter} from your own host.',
    ease: 4,
  },
  'CWE-829': {
    gain: 'who holds the host runs script of their choice in the browser of every visitor',
    fix: 'Remove the script from {place} today; serve what is needed of it from your own host.',
    ease: 18,
  },
  'CWE-497': {
    gain: 'learns versions or addresses from inside the system and can look up what is known against them',
    fix: 'Take the detail out of {parameter} in the answer to {place}, in the settings of the server or the framework, and keep the products behind it up to date.',
    ease: 4,
  },
  'CWE-565': {
    gain: 'who controls another host of the same domain can set the cookie in the browser of a user',
    fix: 'Set the cookie {parameter} in {place} without Domain, with Path=/ and Secure, under a name that begins with __Host-.',
    ease: 6,
  },
  'CWE-598': {
    gain: 'who reads a log, a browser history or a Referer header finds passwords in it',
    fix: 'Send the form of {place} with method="post", and read {parameter} from the body only.',
    ease: 8,
  },
  'CWE-798': {
    gain: 'can take the secret out of the page and use the service behind it in the name of its owner',
    fix: 'Revoke the secret in {place} now, make a new one, and keep it on the server: let the page ask your own backend, which calls the service.',
    ease: 20,
  },
  'CWE-1021': {
    gain: 'can show the page inside another one and make a visitor press its buttons unawares',
    fix: "Send Content-Security-Policy: frame-ancestors 'self' with {place} and every other page.",
    ease: 8,
  },
  'CWE-1395': {
    gain: 'can use the published flaws of the library against visitors of the site',
    fix: 'Update {parameter} where {place} loads it to the newest version, and let a tool watch the dependencies.',
    ease: 8,
  },
  'CWE-548': {
    gain: 'can browse the files of the folder and pick out what was never meant for visitors',
    fix: 'Turn the automatic index off for {place} in the web server, and move files that are not for visitors out of the web root.',
    ease: 20,
  },
  'CWE-530': {
    gain: 'can read the source code of a page and the passwords in it',
    fix: 'Remove {place} from the web root, let the web server refuse names of backups, and change every secret in the source.',
    ease: 20,
  },
  'CWE-540': {
    gain: 'can read the source code of scripts as it was written, with names and comments',
    fix: 'Do not deploy the map that {place} leads to, or serve it to your own network only.',
    ease: 20,
  },
  'CWE-942': {
    gain: 'can read pages of the site with the session of a visitor of another site',
    fix: 'In the handler of {place}, compare the Origin header with a fixed list of full origins, and send Access-Control-Allow-Credentials to those only.',
    ease: 12,
  },
  'CWE-644': {
    gain: 'can make links, scripts or redirects of the page point to another host, where a cache or a mail passes them on',
    fix: 'Build the addresses of {place} from a configured host name, and let the proxy remove the header {parameter} of clients.',
    ease: 8,
  },
  'CWE-650': {
    gain: 'can use request methods that the rules for access may not cover',
    fix: 'Allow {place} the methods it needs and refuse all others, in the web server and in the application.',
    ease: 12,
  },
  'CWE-1059': {
    gain: 'gains nothing by this; those who find a flaw do not learn whom to tell',
    fix: 'Publish /.well-known/security.txt with a Contact and an Expires date in the future (RFC 9116).',
    ease: 0,
  },
  'CWE-113': {
    gain: 'can add headers to the answer, such as cookies, and change what caches and browsers make of it',
    fix: 'In the handler of {place}, refuse {parameter} when it holds a line break, after decoding, before it gets into a header.',
    ease: 14,
  },
  'CWE-22': {
    gain: 'can read files of the server that the application has access to, settings and source code among them',
    fix: 'In the handler of {place}, look {parameter} up in a list of files, or resolve the full path and refuse it outside of the folder that is meant.',
    ease: 20,
  },
  'CWE-611': {
    gain: 'can often make the XML parser read files of the server and send requests to its network',
    fix: 'In the XML parser behind {place}, refuse document type declarations, or switch entities and external resources off.',
    ease: 18,
  },
}

/** Checks whose rows carry the class of what was found, while the thing to do is always the same. */
export const GUIDANCE_OF_CHECK: Readonly<Record<string, Guidance>> = {
  'jslib.vulnerable': {
    gain: 'can look up the advisories of this version, and use those whose part of the library the site calls',
    fix: 'Update {parameter}, which {place} shows, to a version that no advisory names, in the dependencies of the build or in the address of the script; then try what uses it.',
    ease: 8,
  },
}

export const DEFAULT_GUIDANCE: Guidance = {
  gain: 'can use the weakness as its class allows',
  fix: 'Mend {place} as described in the references.',
  ease: 8,
}
