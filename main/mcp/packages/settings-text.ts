// The files in which people say where packages come from: lines of `key = value`, with sections in
// pip's. Pure.

/** The last of a key counts; `section/key` where it is in one. Values may name variables. */
export function readSettings(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim()
    if (trimmed === '' || /^[#;]/.test(trimmed)) continue
    const head = /^\[(.*)\]$/.exec(trimmed)
    if (head !== null) {
      section = `${head[1]?.trim() ?? ''}/`
      continue
    }
    const at = trimmed.indexOf('=')
    if (at < 0) continue
    const value = trimmed
      .slice(at + 1)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .replaceAll(/\$\{([^}]+)\}/g, (whole, name: string) => env[name] ?? whole)
    found.set(section + trimmed.slice(0, at).trim(), value)
  }
  return found
}

/** Null: none that can be used. Without the words of a sign-in that are in it. */
export function addressOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  url.hash = ''
  url.search = ''
  return url.href
}

/** As a person may see it. */
export function shownAddress(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
