import type { RandomBytes } from './api-keys.ts'

const VERSION = 'v1'
const IV_BYTES = 12

/** What was sealed does not open: the text, the key or the context is another. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/**
 * AES-GCM with one key of 32 bytes (base64). What is sealed for one context (an account or scan id)
 * opens for that context only; else `open` throws SealError.
 */
export function makeVault(keyBase64: string, randomBytes: RandomBytes) {
  const bytes = Uint8Array.from(Buffer.from(keyBase64, 'base64'))
  const key = crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

  async function seal(plain: string, context: string): Promise<string> {
    const iv = Uint8Array.from(randomBytes(IV_BYTES))
    const box = await crypto.subtle.encrypt(parameters(iv, context), await key, utf8(plain))
    return [VERSION, base64(iv), base64(new Uint8Array(box))].join('.')
  }

  async function open(sealed: string, context: string): Promise<string> {
    const [version, iv, box] = sealed.split('.')
    if (version !== VERSION || iv === undefined || box === undefined) {
      throw new SealError('Not a sealed text of this version')
    }
    const ivBytes = Uint8Array.from(Buffer.from(iv, 'base64'))
    const boxBytes = Uint8Array.from(Buffer.from(box, 'base64'))
    const opening = crypto.subtle.decrypt(parameters(ivBytes, context), await key, boxBytes)
    const plain = await opening.catch((cause: unknown) => {
      throw new SealError('Sealed with another key, or for another context', { cause })
    })
    return new TextDecoder().decode(plain)
  }

  return { seal, open }
}

const parameters = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8(context),
})

const utf8 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'utf8'))
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
