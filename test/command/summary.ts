// How the tables write down what a line is made of, and the small world its paths lie in.
import type { CommandPart } from '../../contract/call/command.ts'
import type { Zone } from '../../contract/call/touch.ts'

/**
 * `via > via> word word: effect effect`, parts with ` | ` between; `!` is opaque, `~` says that
 * words are left out.
 */
export const summary = (parts: readonly CommandPart[]): string =>
  parts
    .map(({ via, words, opaque, exact, effects }) => {
      const pipeline = via.map((each) => `${each}> `).join('')
      return `${pipeline}${words.join(' ')}${exact ? '' : '~'}${opaque ? '!' : ''}: ${effects.join(' ')}`
    })
    .join(' | ')

/** The workspace is /w; the home is outside, with one place in it that is never reached. */
export async function zoneOf(path: string): Promise<Zone> {
  const names: string[] = []
  for (const name of path.replace(/^~/, '/home/me').split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  const real = `/${names.join('/')}`
  if (real === '/home/me/.ssh' || real.startsWith('/home/me/.ssh/')) return 'stop'
  return real === '/w' || real.startsWith('/w/') ? 'workspace' : 'outside'
}
