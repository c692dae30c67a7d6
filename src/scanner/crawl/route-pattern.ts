/** What routers write for a part of a path that varies, or that is not part of it. */
const VARIABLE: readonly (readonly [pattern: RegExp, value: string])[] = [
  // Express, Vue, React Router: /:id, /:id?, /:id(\d+), /:rest*
  [/\/:[a-z]\w{0,60}(?:\([^/()]{0,60}\))?[?*+]?/gi, '/1'],
  // Next, SvelteKit: /[slug], /[...rest], /[[optional]], /[id=matcher]
  [/\[{1,2}(?:\.{3})?[\w=-]{1,60}\]{1,2}/g, '1'],
  // Laravel, Java, OpenAPI: /{id}, /{id?}
  [/\{[\w.:?*-]{1,60}\}/g, '1'],
  // Groups of folders, which no address shows
  [/\/\([\w-]{1,60}\)(?=\/|$)/g, ''],
  // Everything below
  [/\/\*{1,2}$/g, ''],
]

/** A route as one of the addresses that it stands for: `/users/:id/edit` gives `/users/1/edit`. */
export const concreteRoute = (route: string): string =>
  /[:[{(*]/.test(route)
    ? VARIABLE.reduce((path, [pattern, value]) => path.replaceAll(pattern, value), route) || '/'
    : route
