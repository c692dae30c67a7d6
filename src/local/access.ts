const HTTP_PORT = 80

/**
 * Whether a Host header names this machine at our port. A page on the web that has its own name
 * resolve to 127.0.0.1 shows another name here (DNS rebinding).
 */
export function isOwnHost(host: string | null, port: number): boolean {
  const names = ['127.0.0.1', 'localhost', '[::1]']
  const own = names.flatMap((name) =>
    port === HTTP_PORT ? [name, `${name}:${port}`] : [`${name}:${port}`],
  )
  return host !== null && own.includes(host.toLowerCase())
}

export const isLocalPath = (url: string): boolean => new URL(url).pathname.startsWith('/api/local/')
