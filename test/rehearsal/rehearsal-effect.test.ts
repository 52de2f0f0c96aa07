// What counts as the same when a call is rehearsed again after the workspace changed.
import { describe, expect, it } from 'vitest'
import type { Rehearsal, RehearsedChange } from '../../contract/call/rehearsal.ts'
import { sameButForItself, sameEffect } from '../../main/rehearsal/effect.ts'
import { aRehearsal } from '../fakes/bridge-rehearsal.ts'

const created = (after: string, path = 'out.txt'): RehearsedChange => ({
  kind: 'added',
  path,
  was: null,
  now: { is: 'file', bytes: after.length, mode: '0644' },
  content: { kind: 'text', before: null, after },
})
const did = (stdout: string, ...changes: readonly RehearsedChange[]): Rehearsal => ({
  ...aRehearsal,
  stdout,
  changes: [...changes],
})

const pairs: readonly [boolean, string, Rehearsal, Rehearsal][] = [
  [true, 'just the same', did('a'), did('a')],
  [true, 'another duration', did('12 passed (1.24s)'), did('12 passed (1.31s)')],
  [
    true,
    'durations of every form',
    did('3 ms, 0m0.01s, 1 minute, 250µs, 4h'),
    did('9 ms, 0m0.02s, 2 minutes, 1µs, 5h'),
  ],
  [
    true,
    'another time of day',
    did('at 12:30:05.123, 2026-11-23T09:00:01Z'),
    did('at 13:01:59, 2026-11-24T10:00:00.5+01:00'),
  ],
  [true, 'lines of two workers in another order', did('✓ a 3ms\n✓ b 4ms'), did('✓ b 2ms\n✓ a 1ms')],
  [false, 'another number of tests', did('12 passed'), did('13 passed')],
  [false, 'a line more', did('a\nb'), did('a\nb\nb')],
  [false, 'a number with a word that only begins like a unit', did('3 servers'), did('4 servers')],
  [false, 'another file', did('', created('x')), did('', created('x', 'other.txt'))],
  [false, 'other bytes in a file, also a time', did('', created('1s')), did('', created('2s'))],
  [
    false,
    'what is not shown whole',
    { ...did('a'), truncated: true },
    { ...did('a'), truncated: true },
  ],
  [false, 'a hidden value that may be another', did('[secret: token]'), did('[secret: token]')],
  [false, 'another end', did('a'), { ...did('a'), end: { kind: 'exited', code: 1 } }],
]

const triples: readonly [boolean, string, Rehearsal, Rehearsal, Rehearsal][] = [
  [
    true,
    'numbers in a report that differ each time',
    did('', created('{"ms": 12.5, "n": 3}')),
    did('', created('{"ms": 9, "n": 3}')),
    did('', created('{"ms": 11.25, "n": 3}')),
  ],
  [
    false,
    'beside a number that does not',
    did('', created('{"ms": 12.5, "n": 3}')),
    did('', created('{"ms": 9, "n": 4}')),
    did('', created('{"ms": 11, "n": 4}')),
  ],
  [
    false,
    'beside a word',
    did('', created('ms 1 safe')),
    did('', created('ms 2 evil')),
    did('', created('ms 3 evil')),
  ],
  [
    false,
    'a number that is the same both times now, and was another',
    did('', created('port 80')),
    did('', created('port 8080')),
    did('', created('port 8080')),
  ],
  [true, 'a process id in the output', did('pid 4'), did('pid 5'), did('pid 6')],
  [
    false,
    'random letters, of which nobody can say why',
    did('id abc'),
    did('id abd'),
    did('id abe'),
  ],
  [
    false,
    'a file with another name each time',
    did('', created('x', 'a1')),
    did('', created('x', 'a2')),
    did('', created('x', 'a3')),
  ],
]

describe('a call that was rehearsed again', () => {
  it.each(pairs)('is the same (%s): %s', (want, _what, before, after) => {
    expect([sameEffect(before, after), sameEffect(after, before)]).toEqual([want, want])
  })

  it.each(triples)('is the same but for itself (%s): %s', (want, _what, before, once, twice) => {
    expect([sameButForItself(before, once, twice), sameButForItself(before, twice, once)]).toEqual([
      want,
      want,
    ])
  })
})
