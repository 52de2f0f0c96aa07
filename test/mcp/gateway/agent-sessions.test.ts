import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SessionId } from '../../../contract/ids.ts'
import { joinedProvenance } from '../../../main/provenance/joined-provenance.ts'
import { openProvenance } from '../../../main/provenance/provenance.ts'
import { openAgentSessions } from '../../../main/mcp/gateway/sessions/agent-sessions.ts'
import type { Process } from '../../../main/mcp/gateway/sessions/child-agents.ts'
import { CallId } from '../../../contract/ids.ts'

const agent = (pid: number, started = 'now'): Process => ({ pid, started })
const shell = agent(1_000)

function fixture(over?: (session: SessionId) => void) {
  const dead = new Set<number>()
  const clock = { now: 0 }
  const sessions = openAgentSessions({
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    now: () => clock.now,
    alive: ({ pid }) => !dead.has(pid),
    ...(over === undefined ? {} : { over }),
  })
  const memory = joinedProvenance(
    openProvenance(() => []),
    sessions.group,
  )
  const reads = (session: SessionId, from: string): void =>
    memory.see(session, {
      by: 'tool',
      text: '',
      source: { callId: CallId.parse('call_11111111'), tool: 't', from, label: 'private' },
    })
  const read = (session: SessionId): readonly string[] =>
    memory.taint(session).privateRead.map(({ from }) => from)
  return { ...sessions, reads, read, dead, clock }
}

describe('an agent that says its session is over', () => {
  it('begins the next one without what it had read, where no process is known', () => {
    const { passing, hook, ended, reads, read } = fixture()
    const first = passing('cursor')
    reads(first, 'secret.txt')
    expect(read(hook('cursor', 'a', null))).toEqual(['secret.txt'])
    ended('cursor', 'a', null)
    expect(read(passing('cursor'))).toEqual([])
    expect(read(hook('cursor', 'b', null))).toEqual([])
  })

  it('is still the same agent with all it has read while it has a connection', () => {
    for (const trace of [[agent(7), shell], null]) {
      const { open, hook, ended, reads, read } = fixture()
      const router = open('claude-code', trace)
      reads(router.session(), 'secret.txt')
      ended('claude-code', 'a', trace)
      expect(read(router.session())).toEqual(['secret.txt'])
      expect(read(hook('claude-code', 'b', trace))).toEqual(['secret.txt'])
    }
  })

  it('has read what it read where it takes the same session up again', () => {
    const { hook, ended, reads, read } = fixture()
    reads(hook('gemini-cli', 'a', [agent(7)]), 'secret.txt')
    ended('gemini-cli', 'a', [agent(7)])
    expect(read(hook('gemini-cli', 'a', [agent(8)]))).toEqual(['secret.txt'])
    expect(read(hook('gemini-cli', 'b', [agent(8)]))).toEqual([])
  })

  it('ends the session of no other agent', () => {
    const { passing, ended, reads, read } = fixture()
    reads(passing('cursor'), 'secret.txt')
    ended('claude-code', 'a', null)
    expect(read(passing('cursor'))).toEqual(['secret.txt'])
  })
})

describe('the last connection of an agent', () => {
  it.each<[string, readonly Process[] | null]>([
    ['is known', [agent(7), shell]],
    ['is not known', null],
  ])('ends its session once, where its process %s', (_, trace) => {
    const ended: SessionId[] = []
    const { open } = fixture((session) => void ended.push(session))
    const [first, second] = [open('cursor', trace), open('cursor', trace)]
    first.close()
    const alone = trace === null ? [first.session()] : []
    expect(ended).toEqual(alone)
    second.close()
    expect(ended).toEqual([...alone, second.session()])
  })
})

describe('the session of an agent', () => {
  it('is one for its hook and its connection', () => {
    const { open, hook, reads, read } = fixture()
    const router = open('claude-code', [agent(7), shell])
    const session = hook('claude-code', 'a', [agent(7), shell])
    expect(session).toBe(router.session())
    reads(session, 'secret.txt')
    expect(read(router.session())).toEqual(['secret.txt'])
  })

  it('is one whichever connection comes first, and where another process is between the agent and its hook', () => {
    const { open, hook, reads, read } = fixture()
    const early = hook('claude-code', 'a', [agent(7), shell])
    reads(early, 'secret.txt')
    const router = open('claude-code', [agent(7), shell])
    expect(read(router.session())).toEqual(['secret.txt'])
    const later = hook('claude-code', 'a', [agent(9), agent(7), shell])
    expect(later).toBe(router.session())
    expect(read(later)).toEqual(['secret.txt'])
  })

  it('knows what another connection of that process has read, whatever it calls itself', () => {
    const { open, hook, reads, read } = fixture()
    const [one, same, other] = [
      open('claude-code', [agent(7)]),
      open('claude-code', [agent(7)]),
      open('other', [agent(7)]),
    ]
    expect(one.session()).toBe(same.session())
    reads(hook('claude-code', 'a', [agent(7)]), 'secret.txt')
    expect([read(one.session()), read(other.session())]).toEqual([['secret.txt'], ['secret.txt']])
  })

  it('is another one for another agent at the same time, also where both were started from one shell', () => {
    const { open, hook, reads, read } = fixture()
    const one = open('claude-code', [agent(7), shell])
    const other = open('claude-code', [agent(8), shell])
    const session = hook('claude-code', 'a', [agent(7), shell])
    hook('claude-code', 'b', [agent(8), shell])
    reads(session, 'secret.txt')
    expect(read(one.session())).toEqual(['secret.txt'])
    expect(read(other.session())).toEqual([])
  })

  it('ends with the agent: the next run is not tainted, even with the same number', () => {
    const { open, hook, reads, read, dead } = fixture()
    const router = open('claude-code', [agent(7)])
    reads(hook('claude-code', 'a', [agent(7)]), 'secret.txt')
    router.close()
    dead.add(7)
    const next = open('claude-code', [agent(7, 'later')])
    expect(read(next.session())).toEqual([])
    expect(read(hook('claude-code', 'b', [agent(7, 'later')]))).toEqual([])
  })

  it('goes on where the agent takes up what it called its session, because it knows then what it read', () => {
    const { open, hook, reads, read } = fixture()
    const router = open('claude-code', [agent(7)])
    hook('claude-code', 'a', [agent(7)])
    reads(router.session(), 'secret.txt')
    router.close()
    const next = open('claude-code', [agent(8)])
    expect(read(next.session())).toEqual([])
    expect(read(hook('claude-code', 'a', [agent(8)]))).toEqual(['secret.txt'])
    expect(read(next.session())).toEqual(['secret.txt'])
  })

  it('counts every hook that no process explains for the connections that none explains either', () => {
    const { open, hook, reads, read, dead } = fixture()
    const router = open('cursor', [agent(7)])
    const session = hook('cursor', 'a', [agent(20)])
    reads(session, 'secret.txt')
    expect(read(router.session())).toEqual(['secret.txt'])
    reads(router.session(), 'other.txt')
    expect(new Set(read(session))).toEqual(new Set(['secret.txt', 'other.txt']))
    dead.add(20)
    expect(read(router.session())).toEqual(['other.txt'])
  })

  it('is that of a connection where no process is known, as over HTTP, and ends with it', () => {
    const { open, reads, read } = fixture()
    const one = open('claude-code', null)
    const other = open('claude-code', null)
    reads(one.session(), 'secret.txt')
    expect([read(one.session()), read(other.session())]).toEqual([['secret.txt'], []])
    one.close()
    const next = open('claude-code', null)
    expect(new Set([one, other, next].map(({ session }) => session())).size).toBe(3)
    expect(read(next.session())).toEqual([])
  })

  it('of a hook counts for every connection of its client of which no process is known', () => {
    const { open, hook, reads, read } = fixture()
    const one = open('claude-code', null)
    expect(hook('claude-code', 'a', [agent(7)])).toBe(one.session())
    const other = open('claude-code', null)
    reads(hook('claude-code', 'a', [agent(7)]), 'secret.txt')
    expect([read(one.session()), read(other.session())]).toEqual([['secret.txt'], ['secret.txt']])
    one.close()
    other.close()
    expect(read(open('claude-code', null).session())).toEqual([])
    expect(read(hook('claude-code', 'a', [agent(7)]))).toEqual(['secret.txt'])
  })

  it('of a hook that came first counts for the connections that come later', () => {
    const { open, hook, reads, read, dead } = fixture()
    reads(hook('cursor', 'a', [agent(7)]), 'secret.txt')
    const one = open('cursor', null)
    expect(read(one.session())).toEqual(['secret.txt'])
    dead.add(7)
    expect(read(one.session())).toEqual([])
  })

  it('of requests without a connection may be any of the connections of that client', () => {
    const { open, passing, reads, read, clock } = fixture()
    const [one, other] = [open('cursor', null), open('other', null)]
    reads(one.session(), 'secret.txt')
    expect([read(passing('cursor')), read(passing('other'))]).toEqual([['secret.txt'], []])
    reads(passing('other'), 'page')
    expect(read(other.session())).toEqual(['page'])
    clock.now += 61 * 60_000
    expect(read(other.session())).toEqual([])
  })

  it('is never one of an earlier start of the app', () => {
    const session = (started: number) => {
      const { passing, open, clock } = fixture()
      clock.now = started
      return [passing('cursor'), open('cursor', null).session()]
    }
    expect(new Set([...session(1), ...session(2)]).size).toBe(4)
  })

  it('of a client without connections ends when nothing came for an hour', () => {
    const { passing, reads, read, clock } = fixture()
    reads(passing('cursor'), 'secret.txt')
    clock.now += 59 * 60_000
    expect(read(passing('cursor'))).toEqual(['secret.txt'])
    clock.now += 61 * 60_000
    expect(read(passing('cursor'))).toEqual([])
  })

  it('is joined with the one whose answer it was given', () => {
    const { open, join, reads, read } = fixture()
    const [one, other] = [open('goose', [agent(7)]), open('goose', [agent(8)])]
    reads(one.session(), 'secret.txt')
    expect(read(other.session())).toEqual([])
    join(one.session(), other.session())
    expect(read(other.session())).toEqual(['secret.txt'])
  })
})

describe('an agent that another agent started', () => {
  const [parent, child] = [
    [agent(7), shell],
    [agent(9), agent(8), agent(7), shell],
  ] as const

  it.each(['its parent', 'the child'])(
    'has read what its parent has read, and the other way round, where %s connects first',
    (first) => {
      const { open, reads, read } = fixture()
      const names = [
        ['claude-code', parent],
        ['codex', child],
      ] as const
      const order = first === 'its parent' ? names : names.toReversed()
      const [one, other] = order.map(([client, trace]) => open(client, trace).session())
      if (one === undefined || other === undefined) throw new Error('Two were opened.')
      reads(one, 'secret.txt')
      reads(other, 'other.txt')
      for (const session of [one, other])
        expect(read(session).toSorted()).toEqual(['other.txt', 'secret.txt'])
    },
  )

  it('is known by its hook alone', () => {
    const { hook, reads, read } = fixture()
    reads(hook('codex', 'b', child), 'secret.txt')
    expect(read(hook('claude-code', 'a', parent))).toEqual(['secret.txt'])
  })

  it('has given nothing to a session of that process which begins after it has ended', () => {
    const { open, reads, read, dead } = fixture()
    const above = open('claude-code', parent)
    const below = open('codex', child)
    reads(below.session(), 'secret.txt')
    below.close()
    dead.add(9)
    expect(read(above.session())).toEqual(['secret.txt'])
    above.close()
    expect(read(open('claude-code', parent).session())).toEqual([])
  })

  it('is no other agent that the same program started', () => {
    const { open, reads, read } = fixture()
    const [one, other] = [open('codex', [agent(8), agent(7)]), open('codex', [agent(9), agent(7)])]
    reads(one.session(), 'secret.txt')
    expect(read(other.session())).toEqual([])
  })
})
