// The table of bad input, of every built-in tool: each of its arguments too long, of a wrong type
// and out of its range, each that names something with what would lead elsewhere, no action, an
// unknown one, an argument nobody knows. A tool or an argument that is not in the tables fails.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { canonicalHost } from '../../../main/egress/canonical-host.ts'
import { canonicalUrl } from '../../../main/egress/canonical-url.ts'
import { toolsFor } from '../../../tools/catalog.ts'
import { servicesAt } from '../services-at.ts'
import { leavesOf, spoiled, valueAt } from './leaves.ts'
import type { Leaf } from './leaves.ts'
import { rightCalls } from './right-calls.ts'
import type { Args } from './right-calls.ts'
import { hostile, refused, textKinds } from './text-kinds.ts'

const tools = toolsFor(servicesAt('https://service.example/base'))
const named = tools.map((tool) => [tool.manifest.name, tool] as const)

/** No call with these is taken at all, with the reason. */
const unheld: Readonly<Record<string, string>> = {}

const schemaOf = (tool: AnyTool) => z.toJSONSchema(tool.input, { io: 'input' })
const callsOf = ({ manifest }: AnyTool): readonly Args[] => rightCalls[manifest.name] ?? []
const callWith = (tool: AnyTool, { place }: Leaf): Args | undefined =>
  callsOf(tool).find((args) => valueAt(args, place) !== undefined)

/** Each argument of the tool, and a call that has it. */
const cases = (tool: AnyTool): readonly (readonly [Leaf, Args])[] =>
  leavesOf(schemaOf(tool)).flatMap((leaf) => {
    const args = callWith(tool, leaf)
    return args === undefined ? [] : [[leaf, args] as const]
  })

/** Whether a call goes on, up to what the gate would judge. */
const taken = (tool: AnyTool, args: unknown): boolean => {
  const parsed = tool.input.safeParse(args)
  if (!parsed.success) return false
  return tool.touches(parsed.data).every((touch) => {
    if (touch.kind === 'net.fetch') return canonicalUrl({ hosts: [] })(touch.method, touch.url).ok
    return touch.kind !== 'net.connect' || canonicalHost([])(touch.host).ok
  })
}
const takenWith = (tool: AnyTool, [leaf, args]: readonly [Leaf, Args], value: unknown) =>
  taken(tool, spoiled(args, leaf, value))

describe('the tables of bad input', () => {
  it('have every tool, and every argument of each in a call that is taken', () => {
    expect(
      Object.keys(rightCalls).toSorted(),
      'write calls of each tool in right-calls.ts',
    ).toEqual(named.map(([name]) => name).toSorted())
    for (const [name, tool] of named) {
      expect([name, callsOf(tool).filter((args) => !taken(tool, args))]).toEqual([name, []])
      const without = leavesOf(schemaOf(tool)).filter((leaf) => callWith(tool, leaf) === undefined)
      const paths = without.map(({ place }) => `${name} ${place.join('.')}`)
      expect(
        paths.filter((place) => !(place in unheld)),
        'write a call in right-calls.ts that gives it',
      ).toEqual([])
    }
  })

  it('say of every argument of text what it is', () => {
    for (const [name, tool] of named) {
      const texts = leavesOf(schemaOf(tool)).filter(({ is }) => is === 'text')
      const paths = texts.map(({ place }) => place.join('.'))
      expect(
        [name, Object.keys(textKinds[name] ?? {}).toSorted()],
        'say what each argument of text is in text-kinds.ts',
      ).toEqual([name, paths.toSorted()])
    }
  })

  it('call every action of every tool but those that are refused whole', () => {
    const missing = named.flatMap(([name, tool]) => {
      const called = new Set(callsOf(tool).map((args) => args['action']))
      const schema = schemaOf(tool) as { properties: Record<string, { default?: string }> }
      called.add(schema.properties['action']?.default)
      return tool.manifest.actions
        .map((each) => each.name)
        .filter((each) => !called.has(each))
        .map((each) => `${name} ${each}`)
    })
    // Reddit has one form for all four of its lists.
    const lists = missing.filter((each) => each.startsWith('reddit '))
    expect(
      missing.filter((each) => !lists.includes(each) && !(each in unheld)),
      'write a call of each action in right-calls.ts',
    ).toEqual([])
  })
})

describe.each(named)('%s', (name, tool) => {
  it('refuses what is too long, too many, too large or too small', () => {
    const passed = cases(tool).filter((each) =>
      each[0].beyond.some((value) => takenWith(tool, each, value)),
    )
    expect(
      passed.map(([{ place }]) => place.join('.')),
      'its schema takes what is beyond its bounds',
    ).toEqual([])
    const unbounded = leavesOf(schemaOf(tool))
      .filter(({ bounded }) => !bounded)
      .map(({ place, is }) => `${place.join('.')}: ${is} without a bound, such as .max()`)
    expect(unbounded).toEqual([])
  })

  it('refuses every argument of another type', () => {
    const passed = cases(tool).flatMap((each) =>
      each[0].otherTypes
        .filter((value) => takenWith(tool, each, value))
        .map((value) => [each[0].place.join('.'), value]),
    )
    expect(passed).toEqual([])
  })

  it('refuses an argument nobody knows, no action where it needs one, and an unknown action', () => {
    for (const args of callsOf(tool)) {
      const { action: _action, ...rest } = args
      const bare = tool.manifest.actions.length === 0
      const actions = ['explode', '', null, 7, ['list'], 'LIST', ' list', ...(bare ? ['read'] : [])]
      const spoils = [
        { ...args, surprise: 1 },
        JSON.parse(JSON.stringify({ own: 1, ...args }).replace(`"own"`, `"__proto__"`)) as unknown,
        ...actions.map((action) => ({ ...rest, action })),
      ]
      expect(spoils.filter((each) => taken(tool, each))).toEqual([])
      // Left out it means one that only looks, if it means any.
      const parsed = tool.input.safeParse(rest)
      const meant = parsed.success ? tool.action(parsed.data) : null
      expect(tool.manifest.actions.filter((each) => each.name === meant && !each.readOnly)).toEqual(
        [],
      )
    }
    for (const args of [null, 7, 'x', [], [{}]]) expect(taken(tool, args)).toBe(false)
  })

  it('refuses what would lead elsewhere by a name, a line, an address or a path', () => {
    const kinds = textKinds[name] ?? {}
    const passed = cases(tool).flatMap((each) => {
      const kind = kinds[each[0].place.join('.')] ?? 'text'
      return (each[0].is === 'text' ? refused[kind] : [])
        .filter((value) => takenWith(tool, each, value))
        .map((value) => `${each[0].place.join('.')} ${JSON.stringify(value)}`)
    })
    expect(
      passed,
      'its schema takes what its row in text-kinds.ts refuses: another schema, or another kind',
    ).toEqual([])
  })

  it('reaches with any text just what it reaches with harmless text, and names each file', () => {
    const kinds = textKinds[name] ?? {}
    const astray = cases(tool).flatMap((each) => {
      const [leaf, args] = each
      const kind = leaf.is === 'text' ? (kinds[leaf.place.join('.')] ?? 'text') : 'url'
      if (kind === 'url' || kind === 'host') return []
      const usual = tool.touches(tool.input.parse(args))
      return hostile.filter((value) => {
        const parsed = tool.input.safeParse(spoiled(args, leaf, value))
        if (!parsed.success) return false
        const touches = tool.touches(parsed.data)
        const isTouched = JSON.stringify(touches).includes(JSON.stringify(value).slice(1, -1))
        const parts = kind !== 'remote-path'
        return kind === 'path' || kind === 'command'
          ? !isTouched
          : JSON.stringify(shape(touches, parts)) !== JSON.stringify(shape(usual, parts))
      })
    })
    expect(astray).toEqual([])
  })
})

/** Where a call goes, without the values in it. */
const shape = (touches: ReturnType<AnyTool['touches']>, parts: boolean): unknown =>
  touches.map((touch) => {
    if (touch.kind !== 'net.fetch') return { ...touch, bytes: 0 }
    const { origin, pathname, searchParams, hash } = new URL(touch.url)
    return [
      touch.method,
      origin,
      parts ? pathname.split('/').length : null,
      [...searchParams.keys()],
      hash,
    ]
  })
