/** As little of a window as the script below needs. */
type Locked = Readonly<{
  Object: ObjectConstructor
  ServiceWorkerContainer?: Readonly<{ prototype: object }>
  addEventListener(type: string, listener: (event: Event) => void, isCapture: boolean): void
}>
type Event = Readonly<{ target: { closest?(selector: string): { target: string } | null } | null }>

/**
 * Takes away what opens connections or pages of its own. Pages without a network of their own cannot
 * get out either way; this is for direct ones, and keeps the others from waiting for nothing.
 */
export function lockDown(window: Locked): void {
  const { defineProperty } = window.Object
  const fix = (object: object, name: string, value: unknown) => {
    defineProperty(object, name, { value, writable: true, configurable: true })
  }
  for (const name of ['WebSocket', 'WebTransport', 'RTCPeerConnection', 'SharedWorker']) {
    fix(window, name, undefined)
  }
  fix(window, 'open', () => null)
  const workers = window.ServiceWorkerContainer?.prototype
  if (workers) fix(workers, 'register', () => Promise.reject(new Error('switched off')))
  const stayHere = ({ target }: Event) => {
    const opener = target?.closest?.('a[target],area[target],form[target],base[target]')
    if (opener) opener.target = '_self'
  }
  window.addEventListener('click', stayHere, true)
  window.addEventListener('submit', stayHere, true)
}
