// Every field of a card filled with what a terminal would obey, hide or draw as something else: what
// `gatehouse watch` and `approvals show` write of it is plain text of the right width.
import { describe, expect, it } from 'vitest'
import { Approval } from '../../contract/approval/approval.ts'
import { card } from '../../main/host/cli/output/card.ts'
import { paint, visible } from '../../main/host/cli/output/show.ts'
import { cachedCard } from '../../main/host/cli/watch/card-lines.ts'
import { endedText } from '../../main/host/cli/watch/ended-text.ts'
import { listed, noQueue } from '../../main/host/cli/watch/queue.ts'
import { failureText } from '../../main/host/cli/watch/send-answer.ts'
import { draw } from '../../main/host/cli/watch/view.ts'
import { widthOf } from '../../main/host/cli/output/width.ts'
import { samples } from '../fakes/bridge-samples.ts'
import { heldForTwo } from '../fakes/second-person.ts'

const ESC = '\u{1b}'
const attacks: Readonly<Record<string, string>> = {
  'clearing the screen': `${ESC}[2J${ESC}[1;1Hsafe`,
  'a link (OSC 8)': `${ESC}]8;;https://evil.example${ESC}\\here${ESC}]8;;${ESC}\\`,
  'the clipboard (OSC 52)': `${ESC}]52;c;ZXZpbA==\u{7}`,
  'a title': `${ESC}]0;safe\u{7}`,
  'a device command (DCS)': `${ESC}P1$r0d${ESC}\\`,
  'control characters of eight bits': '\u{9b}2J\u{9d}0;x\u{9c}\u{90}q\u{84}',
  'right-to-left marks': 'a\u{202e}b\u{2066}c\u{2069}\u{200f}',
  'zero width': 'a\u{200b}b\u{200d}c\u{feff}\u{2060}',
  'a pile of marks': `a${'\u{301}'.repeat(60)}b`,
  'a mark over nothing': '\u{338}= 1',
  'wide letters': '漢字'.repeat(60),
  'pictures with joiners': '👩‍👩‍👧‍👦🏳️‍🌈',
  'tabs and line ends': 'a\tb\rc\r\nd\ve\ff\u{85}g\u{2028}h',
  'a word of 5,000 letters': 'w'.repeat(5_000),
  'look-alikes in a word': 'p\u{430}ypal \u{ff52}\u{ff4d}',
  'spaces that are none': 'a\u{a0}b\u{3000}c\u{2800}d\u{3164}e',
  'half a pair': 'a\u{d800}b\u{dfff}',
  'letters for private use': '\u{e000}\u{f8ff}\u{10fffd}',
}
/** Words of the program in a card, not of a caller. */
const OWN = new Set(
  'id callId runId session kind zone is effect tier baseTier state answer answers channel reach trust method access origin why view limit by durations stepUp requestHash definitionHash policyHash fileHashes digest was now mode undo.kind effects surface asked.machine machine request sha256 runs granted scopes'.split(
    ' ',
  ),
)

function filled<T>(value: T, attack: string, key = ''): T {
  if (OWN.has(key)) return value
  if (typeof value === 'string') return `${value}${attack}` as T
  if (Array.isArray(value)) return value.map((each) => filled(each, attack)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      key === 'args' ? `${name}${attack}` : name,
      filled(each, attack, name),
    ]),
  ) as T
}

const cards = [...samples(), heldForTwo(Date.UTC(2026, 10, 28))].map((each) => Approval.parse(each))

/** Nothing a terminal obeys, and nothing that draws nothing, but line ends and tabs. */
const raw = /[^\P{C}\n\t]|\p{Zl}|\p{Zp}|[\u00a0\u2800\u3000\u3164]|\p{M}\p{M}\p{M}|[а\uff52]/u

describe.each(Object.entries(attacks))('%s', (_name, attack) => {
  const hostile = cards.map((each) => filled(each, attack))

  it('reaches the terminal raw in no field of a card', () => {
    for (const each of hostile) {
      expect(card(each, false).match(raw)?.[0]).toBeUndefined()
      for (const text of [endedText(each), failureText({ code: 'x', text: attack, hint: attack })])
        expect(text.match(raw)?.[0]).toBeUndefined()
    }
  })

  it('makes no line wider than the screen, and pushes none away', () => {
    for (const [columns, rows, unicode] of [
      [40, 12, true],
      [80, 24, false],
      [200, 60, true],
    ] as const)
      for (const each of hostile.slice(0, 5)) {
        const queue = listed(noQueue, [each, ...cards.slice(0, 6)])
        const { lines } = draw(
          {
            missing: null,
            stopped: false,
            queue: { ...queue, chosen: each.id },
            card: cachedCard(false)(each, null, { columns, unicode }),
            top: 3,
            question: `Deny, with this note: ${visible(attack)}_`,
            status: endedText(each),
            help: null,
          },
          { columns, rows, unicode },
          paint(false),
        )
        expect([lines.length, lines.filter((line) => widthOf(line) > columns)]).toEqual([rows, []])
        expect(lines.filter((line) => line.includes('\t'))).toEqual([])
        const plain = /^[ -~]*$/
        expect(unicode ? [] : lines.filter((line) => !plain.test(line))).toEqual([])
      }
  })
})

it('the whole of a long word is on the card, whatever the width', () => {
  const [first] = cards
  if (first === undefined) throw new Error('There are no cards.')
  const lines = cachedCard(false)({ ...first, title: `${'w'.repeat(4_999)}!` }, null, {
    columns: 50,
    unicode: true,
  })
  expect(lines.join('').replaceAll(' ', '')).toContain(`${'w'.repeat(4_999)}!`)
})
