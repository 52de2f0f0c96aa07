// Chromium does not know Electron's registered schemes. Inside it the app lives on an https address
// that no network has, so that it is a standard, secure origin there too; towards main every
// address is spoken as Electron would.

const INSIDE = 'https://app.stand-in.invalid'
let scheme = ''

export const declareScheme = (name: string): void => void (scheme = name)
export const declaredScheme = (): string => scheme

export const toInside = (address: string): string => swap(address, `${scheme}://app`, INSIDE)
export const toElectron = (address: string): string => swap(address, INSIDE, `${scheme}://app`)
/** `gatehouse://app`, without the slash. */
export const originOf = (address: string): string => {
  const outside = toElectron(address)
  return outside.startsWith(`${scheme}://`)
    ? outside.split('/').slice(0, 3).join('/')
    : (URL.parse(outside)?.origin ?? 'null')
}

const swap = (address: string, from: string, to: string): string =>
  address === from || address.startsWith(`${from}/`) || address.startsWith(`${from}?`)
    ? to + address.slice(from.length)
    : address
