// Every way in which a request or an answer may not be what it claims to be.
import { expect, it } from 'vitest'
import { SecondHash } from '../../../contract/approval/second-person.ts'
import type { SecondAnswer } from '../../../contract/fleet/second-request.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { checkAnswer } from '../../../main/fleet/approve/check-answer.ts'
import { readRequest } from '../../../main/fleet/approve/read-request.ts'
import {
  answerText,
  requestText,
  SKEW_MS,
  withdrawalText,
} from '../../../main/fleet/approve/signed-mail.ts'
import type { Registration } from '../../../main/fleet/approve/signed-mail.ts'
import { writeRequest } from '../../../main/fleet/approve/write-request.ts'
import { ok } from '../../../contract/result.ts'
import {
  adaLaptop,
  bobLaptop,
  carolTower,
  fleetOf,
  heldForTwo,
  machineKeys,
} from '../../fakes/second-person.ts'

const [ada, bob, carol, mallory] = [machineKeys(), machineKeys(), machineKeys(), machineKeys()]
const NOON = Date.UTC(2026, 10, 27, 12)
const request = SecondHash.parse('a'.repeat(64))
const other = SecondHash.parse('b'.repeat(64))

const adas = fleetOf(adaLaptop, 'Ada', [
  { machine: bobLaptop, person: 'Bob', key: bob.hex },
  { machine: carolTower, person: 'Carol', key: carol.hex },
])
const bobs = fleetOf(bobLaptop, 'Bob', [{ machine: adaLaptop, person: 'Ada', key: ada.hex }])
const open = {
  request,
  to: [bobLaptop],
  firstAt: NOON,
  expiresAt: NOON + 600_000,
}
const inRegister = (person: string, { publicKey }: typeof bob, revoked = false): Registration => ({
  person,
  publicKey,
  revoked,
})
const good: SecondAnswer = {
  version: 1,
  request,
  to: adaLaptop,
  answer: 'approve',
  word: null,
  from: { machine: bobLaptop, person: 'Bob' },
  at: NOON + 60_000,
}
type Try = {
  readonly answer?: Partial<SecondAnswer>
  readonly by?: typeof bob
  readonly machine?: string
  readonly registration?: Registration
  readonly now?: number
  readonly fleet?: typeof adas
  readonly text?: (machine: string, body: string) => string
  readonly body?: string
  readonly change?: (body: string) => string
}

function tried({ answer = {}, by = bob, machine = bobLaptop, ...more }: Try) {
  const body = more.body ?? canonicalJson({ ...good, ...answer })
  const signature = by.sign((more.text ?? answerText)(machine, body))
  const checked = checkAnswer({ machine, body: more.change?.(body) ?? body, signature }, open, {
    fleet: more.fleet ?? adas,
    ownKey: ada.hex,
    registration: more.registration === undefined ? inRegister('Bob', bob) : more.registration,
    now: more.now ?? NOON + 120_000,
  })
  return checked.ok ? checked.value.answer : checked.error
}

it.each<[name: string, given: Try, want: string]>([
  ['an approval', {}, 'approve'],
  ['a denial', { answer: { answer: 'deny', word: 'no' } }, 'deny'],
  ['a clock that is a little ahead', { answer: { at: NOON + 120_000 + SKEW_MS } }, 'approve'],
  [
    'another key',
    { by: mallory },
    'It is not signed with the key that fleet.peers has for that machine.',
  ],
  [
    'the key of a third machine',
    { by: carol },
    'It is not signed with the key that fleet.peers has for that machine.',
  ],
  [
    'a denial that was text an approval',
    { answer: { answer: 'deny' }, change: (body) => body.replace('deny', 'approve') },
    'It is not signed with the key that fleet.peers has for that machine.',
  ],
  [
    'one bit changed',
    { change: (body) => body.replace('Bob', 'Bpb') },
    'It is not signed with the key that fleet.peers has for that machine.',
  ],
  [
    'a signature of a request',
    { text: requestText },
    'It is not signed with the key that fleet.peers has for that machine.',
  ],
  [
    'a signature of a withdrawal',
    { text: (machine) => withdrawalText(machine, request) },
    'It is not signed with the key that fleet.peers has for that machine.',
  ],
  [
    'a machine nobody knows',
    { machine: 'mallory', by: mallory },
    'No machine of that name is written in fleet.peers here.',
  ],
  [
    'the machine that asked',
    { machine: adaLaptop, by: ada },
    'This machine cannot answer its own request.',
  ],
  [
    'the key of the machine that asked',
    {
      by: ada,
      fleet: fleetOf(adaLaptop, 'Ada', [{ machine: bobLaptop, person: 'Bob', key: ada.hex }]),
    },
    'It is signed with the key of the machine that asked.',
  ],
  ['another request', { answer: { request: other } }, 'It names another request.'],
  ['another asker', { answer: { to: carolTower } }, 'It is for carol-tower.'],
  [
    'another person than who signed',
    { answer: { from: { machine: bobLaptop, person: 'Carol' } } },
    'It is from Carol on bob-laptop, and not from whom it was signed by.',
  ],
  [
    'another machine than which signed',
    { answer: { from: { machine: carolTower, person: 'Bob' } } },
    'It is from Bob on carol-tower, and not from whom it was signed by.',
  ],
  [
    'a machine that was not asked',
    {
      machine: carolTower,
      by: carol,
      registration: inRegister('Carol', carol),
      answer: { from: { machine: carolTower, person: 'Carol' } },
    },
    'That machine was not asked.',
  ],
  [
    'the same person',
    { fleet: fleetOf(adaLaptop, ' BOB', adas.peers) },
    'It is from the same person who approved first.',
  ],
  [
    'nobody who says who they are',
    { fleet: fleetOf(adaLaptop, null, adas.peers) },
    'It is from the same person who approved first.',
  ],
  [
    'before the first approval',
    { answer: { at: NOON - SKEW_MS - 1 } },
    'It is older than what it answers.',
  ],
  [
    'from the future',
    { answer: { at: NOON + 120_001 + SKEW_MS } },
    'It comes from the future. Check the clocks of both machines.',
  ],
  ['after the time', { now: NOON + 600_000 }, 'It came after the time was over.'],
  ['a revoked machine', { registration: inRegister('Bob', bob, true) }, 'bob-laptop was revoked.'],
  [
    'a machine that is in no register',
    { registration: null },
    'bob-laptop is not in the register of machines.',
  ],
  [
    'another key in the register',
    { registration: inRegister('Bob', mallory) },
    'The register of machines has another key for bob-laptop.',
  ],
  [
    'another person in the register',
    { registration: inRegister('Ada', bob) },
    'The register of machines says that bob-laptop is a machine of Ada, and not of Bob.',
  ],
  ['no JSON', { body: '{' }, 'It cannot be read.'],
  ['a key more', { body: canonicalJson({ ...good, also: 1 }) }, 'It cannot be read.'],
  [
    'a key twice',
    { body: canonicalJson(good).replace('{', '{"answer":"deny",') },
    'It can be read in two ways: an object in it has the key "answer" twice.',
  ],
])('of an answer, takes or refuses %s', (_name, given, want) => {
  expect(tried(given)).toBe(want)
})

const written = (approval = heldForTwo(NOON), first = NOON) => {
  const text = writeRequest(
    approval,
    { at: first, surface: 'window', stepUp: 'passphrase' },
    fleetOf(adaLaptop, 'Ada', [{ machine: bobLaptop, person: 'Bob', key: bob.hex }]),
    (signed) => ok(ada.sign(signed)),
  )
  if (!text.ok) throw new Error(text.error.text)
  return text.value
}
type ReadTry = {
  readonly machine?: string
  readonly change?: (body: string) => string
  /** The same changed text, signed. */
  readonly signed?: (body: string) => string
  readonly by?: typeof ada
  readonly fleet?: typeof bobs
  readonly registration?: Registration
  readonly now?: number
}
const read = ({
  machine = adaLaptop,
  change,
  signed,
  by = ada,
  fleet = bobs,
  ...more
}: ReadTry) => {
  const text = written()
  const body = (signed ?? change)?.(text.body) ?? text.body
  const signature = change === undefined ? by.sign(requestText(machine, body)) : text.signature
  const registration = more.registration === undefined ? inRegister('Ada', ada) : more.registration
  const result = readRequest(
    { machine, body, signature },
    fleet,
    registration,
    more.now ?? NOON + 1_000,
  )
  return result.ok ? result.value.approval.tool : result.error
}

it.each<[name: string, given: ReadTry, want: string]>([
  ['what was signed', {}, 'write_file'],
  [
    'another path in its arguments',
    { change: (body) => body.replaceAll('a.txt', 'b.txt') },
    'It is not signed with the key that fleet.peers has for that machine.',
  ],
  [
    'another key',
    { by: mallory },
    'It is not signed with the key that fleet.peers has for that machine.',
  ],
  [
    'a machine nobody knows',
    { machine: 'mallory', by: mallory },
    'No machine of that name is written in fleet.peers here.',
  ],
  [
    'another person',
    { signed: (body) => body.replace('"person":"Ada"', '"person":"Eve"') },
    'It is from Eve on ada-laptop, and not from whom it was signed by.',
  ],
  [
    'what is for others',
    { fleet: fleetOf(carolTower, 'Carol', bobs.peers) },
    'It is addressed to other machines.',
  ],
  [
    'the same person',
    { fleet: fleetOf(bobLaptop, 'ADA', bobs.peers) },
    'It is from the same person who would answer it.',
  ],
  [
    'what one person can approve',
    { signed: (body) => body.replace('"approvers":2,', '') },
    'It is no call that waits for a second person.',
  ],
  [
    'what has ended',
    { signed: (body) => body.replace('"state":"pending"', '"state":"approved"') },
    'It is no call that waits for a second person.',
  ],
  ['what is out of time', { now: NOON + 600_000 }, 'Its time was over when it came.'],
  [
    'a clock far ahead',
    { now: NOON - SKEW_MS - 1 },
    'Its times cannot be right. Check the clocks of both machines.',
  ],
  ['a revoked machine', { registration: inRegister('Ada', ada, true) }, 'ada-laptop was revoked.'],
  [
    'a key twice',
    { signed: (body) => body.replace('"version":1', '"version":2,"version":1') },
    'It can be read in two ways: an object in it has the key "version" twice.',
  ],
  [
    'a newer form',
    { signed: (body) => body.replace('"version":1', '"version":2') },
    'This version of Gatehouse cannot read it: both machines need the same version.',
  ],
])('of a request, shows or refuses %s', (_name, given, want) => {
  expect(read(given)).toBe(want)
})

it('makes another request of the same call each time', () => {
  expect(written().request).not.toBe(written().request)
})
