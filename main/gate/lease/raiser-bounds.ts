// Pure. What binds in each raiser that a card showed. A size binds its amount, a host or a folder
// binds itself, an unreviewed tool its definition: a later call that goes beyond one of them was
// not on the card, even where the same sentence would be said of it.
import type { Reason } from '../../../contract/policy/decision.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { isUntrusted } from '../../../contract/call/origin.ts'
import type { ArgumentOrigin } from '../../../contract/call/origin.ts'
import { readPointer } from './compiled-lease.ts'
import type { DefinitionHash } from '../../../contract/ids.ts'
import type { RaiserBound } from '../../../contract/approval/lease.ts'
import type { Channel, Principal } from '../../../contract/call/principal.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { commandRisks } from '../command-risk.ts'

/** What a raiser is about, of a card or of a later call. */
export type RaisedFacts = {
  readonly touches: readonly CanonicalTouch[]
  readonly principal: Principal
  /** The way it came in; left out where it is not known, and then no trust of one is covered. */
  readonly channel?: Channel
  /** Of the tool; null where it is not known, and then an unreviewed one is covered by nothing. */
  readonly definition: DefinitionHash | null
  /** Arguments of a server's tool that came out of untrusted text, each with its value. */
  readonly steered?: readonly string[]
  /** Arguments of one that say to whom, of which nobody knows who named them. */
  readonly nameless?: readonly string[]
  /** Arguments of one that only looks, which nothing that was read explains. */
  readonly questions?: readonly string[]
  /** Files that other programs or agents obey, as the arguments of a server's tool name them. */
  readonly guarded?: readonly string[]
}

/** Of longer values only the name is kept, which no lease has. */
const LONGEST = 8_192

/** As a lease keeps them: the argument and what stood in it. */
export const steeredArgs = (
  origins: readonly ArgumentOrigin[],
  args: JsonObject,
): readonly string[] => [
  ...new Set(
    origins.filter(isUntrusted).map(({ pointer }) => {
      const value = canonicalJson(args[readPointer(pointer)[0] ?? ''] ?? null)
      return `/${pointer.split('/')[1] ?? ''} ${value.length > LONGEST ? '' : value}`
    }),
  ),
]

type Bind = (facts: RaisedFacts) => readonly Omit<RaiserBound, 'code'>[]

const each =
  <K extends CanonicalTouch['kind']>(
    kinds: readonly K[],
    about: (touch: CanonicalTouchOf<K>) => string | null,
  ): Bind =>
  ({ touches }) =>
    [
      ...new Set(
        touches.flatMap((touch) => {
          const of = (kinds as readonly string[]).includes(touch.kind)
            ? about(touch as CanonicalTouchOf<K>)
            : null
          return of === null ? [] : [of]
        }),
      ),
    ].map((of) => ({ of, amount: null }))

const most =
  (kind: 'fs.write' | 'net.fetch'): Bind =>
  ({ touches }) => [
    {
      of: null,
      amount: Math.max(
        0,
        ...touches.map((touch) => (touch.kind === kind ? (touch.bytes ?? 0) : 0)),
      ),
    },
  ]

/**
 * The part of the line that is raised so: whole, or its program alone where the words that may
 * follow are limited already.
 */
const parts =
  (code: string, about: 'whole' | 'program'): Bind =>
  ({ touches }) =>
    [
      ...new Set(
        touches.flatMap((touch) =>
          touch.kind === 'proc.run'
            ? (touch.parts ?? []).flatMap((part) =>
                commandRisks([part]).some((risk) => risk.code === code)
                  ? [
                      about === 'whole'
                        ? `${touch.cwd}\0${[...part.via, ...part.words].join('\0')}`
                        : (part.words[0] ?? part.text),
                    ]
                  : [],
              )
            : [],
        ),
      ),
    ].map((of) => ({ of, amount: null }))

/**
 * Guarded paths, a target out of untrusted text and sending after private data are not here: those
 * have to be named.
 */
const BINDS: Readonly<Record<string, Bind>> = {
  'size.write': most('fs.write'),
  'size.request': most('net.fetch'),
  'path.run-outside': each(['proc.run'], ({ zone, cwd }) => (zone === 'workspace' ? null : cwd)),
  'host.unlisted': each(['net.fetch', 'net.connect'], ({ listed, host }) => (listed ? null : host)),
  'host.sends': each(['net.fetch'], ({ method, host }) =>
    method === 'GET' || method === 'HEAD' ? null : `${method} ${host}`,
  ),
  'host.connects': each(['net.connect'], ({ host }) => host),
  // The card named these places; "with any arguments" says nothing of others on this machine.
  'path.not-granted': ({ touches }) =>
    [
      ...new Set(
        touches.flatMap((touch) =>
          touch.kind === 'mcp.call'
            ? (touch.paths ?? []).flatMap(({ path, granted }) => (granted === 'none' ? [path] : []))
            : [],
        ),
      ),
    ].map((of) => ({ of, amount: null })),
  'path.server-guarded': ({ guarded = [] }) => guarded.map((of) => ({ of, amount: null })),
  'channel.untrusted': ({ channel = null }) => [{ of: channel, amount: null }],
  'secret.used': each(['secrets.get'], ({ name }) => name),
  'principal.delegated': ({ principal: { kind, name } }) => [
    { of: `${kind} ${name}`, amount: null },
  ],
  'tool.not-reviewed': ({ definition }) => [{ of: definition, amount: null }],
  'origin.argument': ({ steered = [] }) =>
    steered.map((of) => ({ of: of.endsWith(' ') ? null : of, amount: null })),
  'command.writes-outside': parts('command.writes-outside', 'whole'),
  'command.below': parts('command.below', 'whole'),
  'command.closed': parts('command.closed', 'whole'),
  'command.settings': parts('command.settings', 'whole'),
  'command.runtime': parts('command.runtime', 'whole'),
  'command.network': parts('command.network', 'program'),
  'command.unlisted': parts('command.unlisted', 'program'),
  'command.form': parts('command.form', 'program'),
}

/**
 * What binds in this raiser; nothing where its touches bind all there is, as for a path outside the
 * workspace.
 */
export const boundsOf = (code: string, facts: RaisedFacts): readonly RaiserBound[] =>
  (BINDS[code]?.(facts) ?? []).map((bound) => ({ code, ...bound }))

/** The same for everything that raised a call, as a lease keeps it. */
export const boundsShown = (raisers: readonly Reason[], facts: RaisedFacts): RaiserBound[] =>
  [...new Set(raisers.map(({ code }) => code))].toSorted().flatMap((code) => boundsOf(code, facts))

/**
 * Of these reasons, which have all one code, those that go beyond what was shown.
 * @param alike whether a limit that was set on the card means both: `*.example` means each host
 *   below it.
 */
export function beyond(
  reasons: readonly Reason[],
  shown: readonly RaiserBound[],
  asked: readonly RaiserBound[],
  alike: (code: string, shown: string, asked: string) => boolean,
): readonly Reason[] {
  const fits = (bound: RaiserBound): boolean =>
    shown.some(
      ({ code, of, amount }) =>
        code === bound.code &&
        (bound.amount === null
          ? of !== null && bound.of !== null && (of === bound.of || alike(code, of, bound.of))
          : bound.amount <= (amount ?? -1)),
    )
  const over = asked.filter((bound) => !fits(bound))
  if (over.length === 0) return []
  const said = reasons.filter(({ text }) =>
    over.some(({ of }) => of !== null && text.includes(of.split(/[ \0]/).at(-1) ?? of)),
  )
  return said.length === 0 ? reasons : said
}
