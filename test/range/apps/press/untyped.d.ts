// The packages below come without types; this is the part of them that the press uses.

declare module 'nunjucks' {
  export class Environment {
    constructor(loaders: readonly unknown[], options: { autoescape: boolean })
    renderString(source: string, view: object): string
  }
}

declare module 'ejs' {
  export function render(source: string, view: object): string
}

declare module 'pug' {
  export function render(source: string, view?: object): string
}

declare module 'dot' {
  export function template(source: string): (view: object) => string
}

declare module 'twig' {
  const module: {
    twig(options: { data: string; rethrow: boolean; autoescape?: boolean }): {
      render(view: object): string
    }
  }
  export default module
}

declare module 'squirrelly' {
  export function render(source: string, view: object): string
}

declare module 'lodash.template' {
  export default function template(source: string): (view: object) => string
}

declare module 'mustache' {
  const mustache: { render(source: string, view: object): string }
  export default mustache
}
