// The outside service that a built-in tool is there for: at the address that the person set, with
// the credential that the person stored for it. Pure.
import type { Manifest, Requirement } from './manifest.ts'
import type { CanonicalTouch, Touch } from './touch.ts'

export type ServiceRequirement = Extract<Requirement, { kind: 'service' }>

/** Only of what is built in: a tool from outside has no service of its own, whatever it says. */
export const ownServices = ({
  builtIn,
  requires,
}: Pick<Manifest, 'builtIn' | 'requires'>): readonly ServiceRequirement[] =>
  builtIn ? requires.filter((each) => each.kind === 'service') : []

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/** Below the very address that is set: scheme, host, port and path. */
export const isBelow = (base: string, url: string): boolean =>
  URL.canParse(base) && url.startsWith(withSlash(new URL(base).href))

/** The request goes to the tool's own service, or it is the credential for it. */
export function isOwnTouch(
  manifest: Pick<Manifest, 'builtIn' | 'requires'>,
  touch: CanonicalTouch | Touch,
): boolean {
  // Nearly every tool has none, and this is asked for each touch of every call.
  if (!manifest.builtIn || manifest.requires.length === 0) return false
  const services = ownServices(manifest)
  if (touch.kind === 'secrets.get') return services.some((one) => one.credential === touch.name)
  if (touch.kind === 'net.connect')
    return services.some(({ url }) => url !== null && 'port' in touch && isAt(url, touch))
  return (
    touch.kind === 'net.fetch' &&
    services.some(({ url }) => url !== null && isBelow(url, touch.url))
  )
}

/** A connection to the very server, which is encrypted wherever its address says https. */
function isAt(url: string, { host, port }: { readonly host: string; readonly port: number }) {
  const { protocol, hostname, port: written } = new URL(url)
  const usual = protocol === 'https:' ? 443 : 80
  return hostname === host && port === (written === '' ? usual : Number(written))
}

/** Servers of this tool, each as an entry of an allowlist. */
export const ownServers = (manifest: Pick<Manifest, 'builtIn' | 'requires'>): readonly string[] =>
  ownServices(manifest).flatMap(({ url }) => (url === null ? [] : [new URL(url).origin]))

/**
 * Hosts that a request of this tool may name as if they were on the allowlist, as entries of one:
 * the person set them for it.
 */
export const ownHosts = (
  manifest: Pick<Manifest, 'builtIn' | 'requires'>,
  url: string,
): readonly string[] =>
  ownServices(manifest).flatMap((service) => {
    if (service.url === null || !isBelow(service.url, url)) return []
    const { protocol, host } = new URL(service.url)
    return [`${protocol}//${host}`]
  })
