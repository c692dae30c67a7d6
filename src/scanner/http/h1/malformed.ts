/** The bytes that came are no answer by RFC 9112. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer'
}

/** The connection ended before the answer did. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
  /** True when not a single byte of the answer had come. */
  readonly isEmpty: boolean
  constructor(message: string, isEmpty: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isEmpty = isEmpty
  }
}
