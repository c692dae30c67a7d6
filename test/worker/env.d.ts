declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[]
    ENCRYPTION_KEY: string
    /** The tiny range app, on loopback. */
    TARGET: string
    /** Servers on loopback that write odd bytes: test/support/odd-servers.ts. */
    ODD_HTTP: string
    ODD_RAW: string
  }
}
