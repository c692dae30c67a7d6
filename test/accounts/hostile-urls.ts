const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const LOOPBACK = /is loopback, not public/
export const PRIVATE = /in a private network, not public/
export const LINK_LOCAL = /link-local.*not public/
export const EMBEDDED = /an IPv6 form of .*not public/
const RESERVED = /in a reserved range, not public/
export const UNSPECIFIED = /unspecified, not public/
export const SINGLE = /is not a public name/
export const ENDING = /Names ending in \.\w+ are not public/
const SCHEME = /must start with http/
const INVALID = /not a valid web address/
const HOST = /not a valid host name/
const USER = /user name or password/
export const PORT = /belongs to another kind of service/
const CONTROL = /control character/
export const OWN = /belongs to this service itself/

type Row = readonly [reason: RegExp, urls: readonly string[], more?: readonly string[]]

/** What must not get through in production, by the reason that people read. */
const ROWS: readonly Row[] = [
  [
    LOOPBACK,
    words(`
      http://127.0.0.1 http://127.0.0.1:8080/ https://127.0.0.1/ http://127.1 http://127.0.1
      http://127.255.255.254/ http://0x7f.1 http://0x7f000001/ http://0x7F.0x0.0x0.0x1/
      http://2130706433/ http://017700000001/ http://0177.0.0.1/ http://0177.0.0.01/
      http://00000177.1/ http://127.0.0.1./ http://127.0.0.1.:80/ http://１２７.0.0.1/
      http://127。0。0。1/ http://127．0．0．1/ http://127｡0｡0｡1/ http://①②⑦.0.0.1/
      http://%31%32%37.0.0.1/ http://127%2e0%2e0%2e1/ http://0x7f.0.0.0x1 http:127.0.0.1
      http:/127.0.0.1 http:///127.0.0.1/ HTTP://127.0.0.1/ http://[::1]/ http://[::1]:3000/
      http://[0:0:0:0:0:0:0:1]/ http://[0000::0001]/ http://[::ffff:127.0.0.1]/
      http://[::ffff:7f00:1]/ http://[0:0:0:0:0:ffff:127.0.0.1]/
    `),
    ['http:\\\\127.0.0.1\\', '  http://127.0.0.1/  '],
  ],
  [
    LINK_LOCAL,
    words(`
      http://169.254.169.254/latest/meta-data/ http://0xa9fea9fe/ http://2852039166/
      http://0251.0376.0251.0376/ http://169.254.43518/ http://⑯⑨.254.169.254/ http://[fe80::1]/
      http://[febf::1]/
    `),
  ],
  [
    PRIVATE,
    words(`
      http://10.0.0.1/ http://10.1/ http://167772161/ http://012.0.0.1/ http://172.16.0.1/
      http://172.31.255.255/ http://192.168.1.1/ http://0xc0a80101/ http://3232235777/
      http://[fc00::1]/ http://[fd00:ec2::254]/ http://[fec0::1]/
    `),
  ],
  [
    UNSPECIFIED,
    words(`
      http://0/ http://0.0.0.0/ http://0x0/ http://0x/ http://00000/ http://0.0.0.1/
      http://[::]/
    `),
  ],
  [
    RESERVED,
    words(`
      http://192.0.0.192/ http://192.0.2.1/ http://198.18.0.1/ http://198.51.100.7/
      http://203.0.113.7/ http://240.0.0.1/ http://[2001:db8::1]/ http://[100::1]/
      http://[3fff::1]/ http://[4000::1]/
    `),
  ],
  [
    /shared network.*not public/,
    words(`
      http://100.64.0.1/ http://100.100.100.200/latest/meta-data
    `),
  ],
  [
    /multicast.*not public/,
    words(`
      http://224.0.0.1/ http://239.1.1.1/ http://[ff02::1]/
    `),
  ],
  [
    /broadcast.*not public/,
    words(`
      http://255.255.255.255/ http://4294967295/ http://0xffffffff/
    `),
  ],
  [
    /internal service, not public/,
    words(`
      http://168.63.129.16/machine/?comp=goalstate
    `),
  ],
  [
    EMBEDDED,
    words(`
      http://[::ffff:10.0.0.1]/ http://[::ffff:a9fe:a9fe]/ http://[::127.0.0.1]/
      http://[::7f00:1]/ http://[::ffff:0:127.0.0.1]/ http://[64:ff9b::127.0.0.1]/
      http://[64:ff9b::a9fe:a9fe]/ http://[64:ff9b:1::10.0.0.1]/ http://[2002:7f00:1::]/
      http://[2002:a9fe:a9fe::1]/ http://[2001::80ff:fffe]/
      http://[2001:0:4136:e378:8000:63bf:f5ff:fffe]/ http://[::2]/
    `),
  ],
  [
    SINGLE,
    words(`
      http://localhost/ http://localhost:8080/ http://LOCALHOST/ http://localhost./
      http://ｌｏｃａｌｈｏｓｔ/ http://loc%61lhost/ http://intranet/ http://router/ http://metadata/
      http://test/ http://com/ http://com./
    `),
    ['http://loc\u00adalhost/'],
  ],
  [
    ENDING,
    words(`
      http://app.localhost/ http://shop.test/ http://a.b.test./ http://printer.local/
      http://db.internal/ http://metadata.google.internal/ http://METADATA.GOOGLE.INTERNAL./
      http://shop.example/ http://x.invalid/ http://abcdefghij234567.onion/
    `),
  ],
  [
    SCHEME,
    words(`
      ftp://example.org/ file:///etc/passwd gopher://example.org:70/_ javascript:alert(1)
      data:text/html,x ws://example.org/ example.org //example.org/ httpx://example.org
      blob:http://example.org/x view-source:http://example.org -http://example.org
    `),
  ],
  [
    INVALID,
    words(`
      http:// https: http://? http://example.org:99999/ http://example.org:-1/
      http://example.org:8o/ http://[::1 http://[::1%25eth0]/ http://[v1.x]/
      http://256.256.256.256/ http://1.2.3.4.5/ http://4294967296/ http://a<b>.org/ http://xn--/
      http://shop.0x7f/ http://a%00b.org/
    `),
    ['http://exa mple.org/'],
  ],
  [
    HOST,
    words(`
      http://a..b.org/ http://.example.org/ http://example.org../ http://a!b.org/
      http://a'b.org/ http://(x).org/
      http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.org/
      http://*.example.org/ http://a,b.org/
    `),
    [`http://${'a.'.repeat(130)}org/`],
  ],
  [
    USER,
    words(`
      http://user@example.org/ http://user:pass@example.org/ http://:pass@example.org/
      http://example.org@127.0.0.1/ http://127.0.0.1@example.org/
      http://example.org%40@evil.org/ https://a:b@c:d@example.org/
    `),
  ],
  [
    PORT,
    words(`
      http://example.org:22/ http://example.org:25/ https://example.org:6667/
      http://example.org:0/ http://example.org:00022/ http://1.1.1.1:53/
      http://example.org:10080/ http://example.org:2049/
    `),
  ],
  [
    CONTROL,
    [
      'http://example.org\t.evil.org/',
      'http://exam\nple.org/',
      'http://example.org/\r\nHost: x',
      'ht\ntp://127.0.0.1/',
      'http://example.org/\u0000',
      'http://example.org/\u007f',
    ],
  ],
  [
    OWN,
    words(`
      https://palisade.dev/ https://PALISADE.dev./ http://api.palisade.dev:8080/
      https://scan.palisade.app:8443/x
    `),
  ],
  [/is empty/, ['', '   ']],
  [/longer than 2048/, [`http://example.org/${'a'.repeat(2030)}`]],
]

export const HOSTILE_URLS = ROWS.flatMap(([reason, urls, more = []]) =>
  [...urls, ...more].map((url) => [url, reason] as const),
)
