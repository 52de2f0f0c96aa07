// What a sign-in page asks a person to allow.

const MOST = 50

/** The scopes in the address of a sign-in page, as they are written there. */
export function scopesIn(page: string): readonly string[] {
  const [, written = ''] = /[?&]scope=([^&]*)/.exec(new URL(page).search) ?? []
  return decoded(written.replaceAll('+', ' '))
    .split(' ')
    .filter((scope) => scope !== '')
    .slice(0, MOST)
    .map((scope) => scope.replaceAll(/[^\x21-\x7e]/g, '').slice(0, 200))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
