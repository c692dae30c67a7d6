/** What the scanner needs of a browser. Checks that need one say so in their meta. */
export type BrowserPort = Readonly<{
  /** Null when no browser can be had here; `reason` then goes into the not-tested rows. */
  open(): Promise<BrowserSession | Readonly<{ unavailable: string }>>
}>

export type BrowserSession = Readonly<{
  /** Loads a page and tells whether script called the marker function with this nonce. */
  executes(url: URL, nonce: string, signal: AbortSignal): Promise<boolean>
  close(): Promise<void>
}>

/** Said in the rows of checks that need a browser, and of logins. */
export const NO_BROWSER = 'no browser is available'

/** Said in those rows where the scan goes to one address: a browser asks the resolver. */
export const NOT_WITH_TARGET_IP = 'a browser cannot be led to target_ip'

/** The port where no browser is configured. */
export const noBrowser: BrowserPort = { open: async () => ({ unavailable: NO_BROWSER }) }
