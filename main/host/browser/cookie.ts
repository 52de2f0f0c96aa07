// The cookie of a page: no script reads it, and browsers send it from no other site.

/** The `Set-Cookie` header. Lasts as long as the browser runs, or as this process does. */
export const setCookie = (name: string, value: string, path: string): string =>
  `${name}=${value}; HttpOnly; SameSite=Strict; Path=${path}`

/** The values of a `Cookie` header that have this name. */
export function cookiesNamed(name: string, header = ''): readonly string[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}
