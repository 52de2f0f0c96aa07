// Which page of the screen an address means. Pure.

export type ServersLocation =
  | { readonly kind: 'first' }
  | { readonly kind: 'server'; readonly name: string }
  | { readonly kind: 'add'; readonly way: 'form' | 'registry' | 'paste' | 'import' }
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'export' }
  | { readonly kind: 'new-plugin' }
  /** `origin/name`. */
  | { readonly kind: 'plugin'; readonly key: string }
  /** Agents have a screen of their own; the address of before leads there, and is no server's. */
  | { readonly kind: 'clients' }

/** Those that have a page of their own beside the list, instead of a server or a plugin. */
export type PageLocation = Extract<
  ServersLocation,
  { readonly kind: 'add' | 'link' | 'export' | 'new-plugin' }
>

export const isPage = (location: ServersLocation): location is PageLocation =>
  ['add', 'link', 'export', 'new-plugin'].includes(location.kind)

const pages: Readonly<Record<string, ServersLocation>> = {
  '': { kind: 'first' },
  add: { kind: 'add', way: 'form' },
  registry: { kind: 'add', way: 'registry' },
  paste: { kind: 'add', way: 'paste' },
  import: { kind: 'add', way: 'import' },
  export: { kind: 'export' },
  'new-plugin': { kind: 'new-plugin' },
  clients: { kind: 'clients' },
}

/** @param path what follows `/servers`: `/forge`, `/add?link=…`. */
export function locationOf(path: string): ServersLocation {
  const rest = path.replace(/^\//, '')
  const query = rest.indexOf('?')
  const word = query < 0 ? rest : rest.slice(0, query)
  const link = query < 0 ? null : new URLSearchParams(rest.slice(query + 1)).get('link')
  if (word.startsWith('plugin/'))
    return { kind: 'plugin', key: decodeURIComponent(word.slice('plugin/'.length)) }
  if (word === 'add' && link !== null) return { kind: 'link', link }
  // A server may be called like a page; its own address has an `@` then.
  return pages[word] ?? { kind: 'server', name: word.replace(/^@/, '') }
}

export const pathOfPlugin = (key: string): string =>
  `/servers/plugin/${key.split('/').map(encodeURIComponent).join('/')}`

export const pathOfServer = (name: string): string =>
  `/servers/${pages[name] === undefined ? '' : '@'}${name}`
