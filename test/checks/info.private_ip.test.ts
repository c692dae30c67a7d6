import check from '../../src/scanner/checks/passive/info.private_ip.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const says = (text: string) => ({ site: html(`<p>served by ${text}</p>`) })
const typed = (type: string, body: string): { site: Reply } => ({
  site: { headers: { 'content-type': type }, body },
})
const PROSE = '<p>Open the address of your router, and log in.</p>'.repeat(5)

testCheck(check, {
  clean: {
    'public addresses': says('192.0.2.7, 8.8.8.8, 172.15.0.1, 172.32.0.1, 11.0.0.1, 2001:db8::7'),
    'this machine': says('127.0.0.1 and ::1'),
    'a version': says('version 10.0.19.3, release: 10.1.2.3, v10.2.3.4'),
    'the version of a package': says('tool@10.1.2.3, Chrome/10.0.648.204'),
    'a longer number': says('1.10.0.0.1, 10.0.0.1.5, 110.0.0.1'),
    'more than a byte': says('10.0.0.256, 192.168.300.1'),
    'with leading zeros': says('10.00.01.002'),
    'part of a name': says('ip-10.0.0.5-node, 10.0.0.5-alpha'),
    'a time, a colour and a word': says('fd12:34, fdfdfd, face:book:feed'),
    'no address of six groups': says('fd00:1:2:3:4:5'),
    'the style of a page': typed('text/css', '.a{margin:10.0.0.1}'),
    'a manual of routers': { site: html(`<article>${PROSE}http://192.168.1.1/</article>`) },
    'the host that is scanned': {
      url: 'http://10.1.2.3/',
      site: html('<a href="http://10.1.2.3/next">next</a>'),
    },
  },
  found: {
    'in a page': {
      ...says('10.20.30.40'),
      match: '10.20.30.40',
      note: /address in the body: 10\.20\.30\.40\./,
      discriminators: ['body:10.20.30.0/24'],
    },
    'as a host of an address': { ...says('http://192.168.1.12:8080/a'), match: '192.168.1.12' },
    'at the end of a sentence': { ...says('172.16.0.9.'), match: '172.16.0.9' },
    'the last network of its block': { ...says('172.31.255.254'), match: '172.31.255.254' },
    'link-local': { ...says('169.254.169.254'), match: '169.254.169.254' },
    'version 6': {
      ...says('http://[fd12:3456:789a:1::1]/'),
      match: 'fd12:3456:789a:1::1',
      discriminators: ['body:fd12:3456:789a:1::/64'],
    },
    'version 6, link-local': {
      ...says('FE80::1FF:FE23:4567:890A'),
      match: 'FE80::1FF:FE23:4567:890A',
    },
    'in a script': { ...typed('text/javascript', 'api="//10.0.0.7/v1"'), match: '10.0.0.7' },
    'in data': { ...typed('application/json', '{"node":"10.0.0.8"}'), match: '10.0.0.8' },
    'in XML': { ...typed('text/xml', '<ip>10.0.0.9</ip>'), match: '10.0.0.9' },
    'in text': { ...typed('text/plain', '10.0.0.10 up'), match: '10.0.0.10' },
    'in a header': {
      site: { status: 302, headers: { location: 'http://10.0.0.5/login' }, body: '' },
      match: '10.0.0.5',
      note: /header location/,
      discriminators: ['header:10.0.0.0/24'],
    },
    'in both, several': {
      site: html('10.0.0.1 10.0.0.2 10.0.0.1', { headers: { 'x-node': '10.9.9.9' } }),
      note: /10\.9\.9\.9/,
      discriminators: ['header:10.9.9.0/24', 'body:10.0.0.0/24'],
    },
    'each network once': {
      ...says('10.0.0.1, 10.0.1.1 and 10.0.0.2'),
      discriminators: ['body:10.0.0.0/24', 'body:10.0.1.0/24'],
    },
    'in a comment of an article': {
      site: html(`<article>${PROSE}<!-- node 10.0.0.4 -->${PROSE}</article>`),
      match: '10.0.0.4',
    },
    'in a comment before a manual': {
      site: html(`<!-- 192.168.1.1 --><article>${PROSE}http://192.168.1.1/</article>`),
      match: '192.168.1.1',
    },
    'no more than five': {
      ...says([1, 2, 3, 4, 5, 6, 7].map((n) => `10.0.0.${n}`).join(' ')),
      note: /10\.0\.0\.5\.$/,
    },
  },
})
