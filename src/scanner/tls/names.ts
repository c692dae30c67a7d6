import ipaddr from 'ipaddr.js'

/** Whether a name of a certificate is that of a host, written as in a URL. RFC 9525, 6.3: a wildcard stands for one whole label, the first; the subject is not read. */
export function coversHost(name: string, hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(host)) {
    return ipaddr.isValid(name) && ipaddr.parse(name).toString() === ipaddr.parse(host).toString()
  }
  const [first = '', ...rest] = host.split('.')
  return name === host || (first !== '' && rest.length > 1 && name === `*.${rest.join('.')}`)
}
