// Asks where the paths of a part lie and adds it up to effects. Each path is asked for once.
import type { CommandEffect, CommandPart } from '../../contract/command.ts'
import type { Zone } from '../../contract/touch.ts'
import type { Draft, Use } from './draft.ts'
import { placesOf, plain } from './folders.ts'

export type ZoneOf = (path: string) => Promise<Zone>

/** Looking a path up costs disk time; a line with more of them is not known. */
const MOST_PATHS = 256

export async function settle(drafts: readonly Draft[], zoneOf: ZoneOf): Promise<readonly CommandPart[]> {
  const asked = new Map<string, Promise<Zone>>()
  const ask = (path: string): Promise<Zone> | null => {
    const known = asked.get(path)
    if (known !== undefined) return known
    if (asked.size >= MOST_PATHS) return null
    // A path that cannot be looked up may be anywhere.
    const zone = zoneOf(path).catch((): Zone => 'stop')
    asked.set(path, zone)
    return zone
  }
  return await Promise.all(
    drafts.map(async ({ text, words, opaque, exact, via, effects, uses, folders }): Promise<CommandPart> => {
      const found = new Set(effects)
      // Tables say it of whatever a program leaves where it runs; where that is decides.
      const here: readonly Use[] = found.delete('writes-inside') ? [{ how: 'write', path: { at: '.', whole: true } }] : []
      for (const use of [...here, ...uses]) for (const effect of await effectsOf(use, folders, ask)) found.add(effect)
      return { text, words: [...words], opaque, exact, via: [...via], effects: inOrder(found) }
    }),
  )
}

async function effectsOf(
  { how, path }: Use,
  folders: Draft['folders'],
  ask: (path: string) => Promise<Zone> | null,
): Promise<readonly CommandEffect[]> {
  const anywhere: readonly CommandEffect[] = how === 'write' ? ['writes-outside'] : ['unknown']
  const places = path === null ? null : placesOf(path.at, folders)
  if (path === null || places === null) return anywhere
  const effects: CommandEffect[] = []
  for (const place of places) {
    const device = ofDevice(place, how)
    if (device !== null) {
      effects.push(...device)
      continue
    }
    const asking = ask(place)
    const zone = asking === null ? 'stop' : await asking
    if (how === 'write') effects.push(zone === 'workspace' ? 'writes-inside' : 'writes-outside')
    // Below a folder outside there may be places that are never to be read.
    const unsure = zone === 'stop' || (zone === 'outside' && (how === 'deep' || !path.whole))
    if (unsure) effects.push('unknown')
  }
  return effects
}

/** Devices and kernel views are no files: what is written there is done, not kept. Null: not one of them. */
function ofDevice(place: string, how: Use['how']): readonly CommandEffect[] | null {
  const path = plain(place)
  if (/^\/dev\/(tcp|udp)(\/|$)/.test(path)) return ['network']
  if (!/^\/(dev|proc|sys)\//.test(path)) return null
  if (/^\/dev\/(null|zero|full|tty|stdin|stdout|stderr|random|urandom|fd\/\d+)$/.test(path)) return []
  if (/^\/dev\/(shm|pts)\//.test(path)) return null
  if (how !== 'write') return path.startsWith('/dev/') ? ['unknown'] : null
  return path.startsWith('/dev/') ? ['destructive'] : ['privileged', 'writes-outside']
}

const ORDER: readonly CommandEffect[] = ['writes-inside', 'writes-outside', 'network', 'destructive', 'privileged', 'unknown']
const inOrder = (found: ReadonlySet<CommandEffect>): CommandEffect[] => {
  const effects = ORDER.filter((each) => found.has(each))
  return effects.length === 0 ? ['read-only'] : effects
}
