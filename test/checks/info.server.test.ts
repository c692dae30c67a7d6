import check from '../../src/scanner/checks/passive/info.server.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const sends = (headers: Reply['headers']) => ({ site: { headers: headers ?? {}, body: 'ok' } })
const generator = (content: string) => ({
  site: html(`<meta name="Generator" content="${content}"><p>hello</p>`),
})

testCheck(check, {
  clean: {
    'names without versions': sends({ server: 'nginx', 'x-powered-by': 'Express, ASP.NET' }),
    'a machine at a CDN': sends({ server: 'ECS (dcb/7EA3)' }),
    'a product with a number in its name': sends({ server: 'AmazonS3' }),
    'the version of the protocol': sends({ via: '1.1 varnish', 'x-amz-cf-pop': 'FRA60-P1' }),
    'a number that counts something': sends({ server: 'Frontend 12' }),
    'no number where one is expected': sends({ 'x-aspnet-version': 'hidden' }),
    'a generator without a version': generator('WordPress'),
    'an element that is no meta tag': { site: html('<p name=generator content="Drupal 10">') },
    'another meta tag': { site: html('<meta name="description" content="Drupal 10 for all">') },
  },
  found: {
    'a generator that tells a whole number': {
      ...generator('Drupal 10 (https://www.drupal.org)'),
      discriminators: ['meta:drupal'],
    },
    'a server': {
      ...sends({ server: 'nginx/1.25.3' }),
      match: 'nginx/1.25.3',
      note: 'Server tells nginx 1.25.3',
      discriminators: ['server:nginx'],
    },
    'a server with its modules': {
      ...sends({ server: 'Apache/2.4.41 (Ubuntu) OpenSSL/1.1.1f mod_wsgi/4.6.8' }),
      discriminators: ['server:apache', 'server:openssl', 'server:mod_wsgi'],
    },
    'a version in brackets': {
      ...sends({ server: 'Jetty(9.4.53.v20231009)' }),
      discriminators: ['server:jetty'],
    },
    'a name of two words': {
      ...sends({ server: 'Phusion Passenger 6.0.18' }),
      discriminators: ['server:phusion passenger'],
    },
    'a language': {
      ...sends({ 'x-powered-by': 'PHP/8.1.2-1ubuntu2.14' }),
      match: 'PHP/8.1.2-1ubuntu2.14',
      discriminators: ['x-powered-by:php'],
    },
    'a framework': {
      ...sends({ 'x-aspnet-version': '4.0.30319' }),
      note: 'ASP.NET 4.0.30319',
      discriminators: ['x-aspnet-version:asp.net'],
    },
    'another framework': {
      ...sends({ 'x-aspnetmvc-version': '5.2' }),
      discriminators: ['x-aspnetmvc-version:asp.net mvc'],
    },
    'a portal': {
      ...sends({ microsoftsharepointteamservices: '16.0.0.10337' }),
      discriminators: ['microsoftsharepointteamservices:sharepoint'],
    },
    'a build server': {
      ...sends({ 'x-jenkins': '2.426.1' }),
      discriminators: ['x-jenkins:jenkins'],
    },
    'a generator in a header': {
      ...sends({ 'x-generator': 'Drupal 10 (https://www.drupal.org)' }),
      match: 'Drupal 10',
      discriminators: ['x-generator:drupal'],
    },
    'a generator in a meta tag': {
      ...generator('WordPress 6.4.2'),
      match: 'WordPress 6.4.2',
      discriminators: ['meta:wordpress'],
    },
    'on an error page too': {
      site: { status: 404, headers: { server: 'Werkzeug/3.0.1 Python/3.12.1' }, body: 'no' },
      discriminators: ['server:werkzeug', 'server:python'],
    },
    'the same product twice is one': {
      ...sends({ server: ['nginx/1.25.3', 'nginx/1.18.0'] }),
      discriminators: ['server:nginx'],
    },
  },
})
