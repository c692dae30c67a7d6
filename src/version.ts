/** The service's version; a test holds it to package.json, which the bundle does not carry. */
export const VERSION = '0.1.0'
