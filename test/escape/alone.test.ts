// Real attempts against the fallback: commands behind Landlock alone, because bubblewrap is not
// there or may not make namespaces. As root nothing runs then.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchFolder } from '../sandbox/scratch.ts'
import { endMarked } from '../../main/sandbox/spawner/orphans.ts'
import { KEEPER } from '../../main/sandbox/linux/landlock-program.ts'
import { landlock } from '../sandbox/profile.ts'
import { isRoot, openFixture, perl, processesWith, soon, type Fixture } from './fixture.ts'
import { fewRows } from '../whole.ts'

const root = scratchFolder('alone-here')
chmodSync(root, 0o755)
const shut = join(root, 'bwrap')
writeFileSync(
  shut,
  '#!/bin/sh\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n',
  { mode: 0o755 },
)
const absent = join(root, 'no-bwrap')
const said = {
  shut: 'The sandbox could not be built (No permissions to create a new namespace).',
  absent: 'The program bubblewrap (bwrap) was not found.',
}

/** The walls are the same, whatever the reason that they are alone. */
const reasons = fewRows(
  [
    ['shut', 'shut', shut],
    ['absent', 'absent', absent],
  ] as const,
  1,
)
describe.runIf(landlock >= 6).each(reasons)(
  `commands of an ordinary user where bubblewrap is %s${landlock >= 6 ? '' : ' (skipped: this kernel has no Landlock 6)'}`,
  (_name, why, bwrap) => {
    let fixture: Fixture
    beforeAll(async () => {
      fixture = await openFixture('ordinary user', [], bwrap)
    })
    afterAll(() => fixture.close())
    const out = async (command: string): Promise<string> => {
      const { stdout, stderr } = await fixture.run(command)
      return stdout + stderr
    }

    it('says honestly what holds and what does not', async () => {
      const { protections, enforced, result } = await fixture.ask('echo inside >f && cat f; exit 7')
      expect(result).toMatchObject({
        ok: true,
        value: { stdout: 'inside\n', stderr: '', end: { kind: 'exited', code: 7 } },
      })
      expect(Object.fromEntries(protections.map(({ id, state }) => [id, state]))).toEqual({
        files: 'enforced',
        network: 'enforced',
        processes: 'enforced',
        seccomp: 'enforced',
        privileges: 'enforced',
        'second-wall': 'missing',
        'outer-user': 'enforced',
        limits: 'missing',
        memory: 'missing',
        kill: 'enforced',
        helper: 'enforced',
      })
      expect(enforced).toEqual({
        ok: true,
        text: expect.stringContaining(
          `Landlock alone: no network, no access to your other files. ${said[why]} Not enforced: `,
        ),
      })
    })

    it('work in the workspace and in a folder of their own for temporary files, which is gone afterwards', async () => {
      const { stdout, end } = await fixture.run(
        'mkdir -p d && echo kept >d/kept && mv d/kept d/moved && cat d/moved; echo lost >"$TMPDIR/lost"; mkdir "$TMPDIR/shut"; perl -e \'open my $f, "<", "$ENV{TMPDIR}/shut"; chmod 0, $f\'; echo "$TMPDIR"; env | cut -d= -f1 | sort | tr "\\n" " "',
      )
      const [retained, tmp = '', names] = stdout.split('\n')
      expect({ retained, names, end }).toEqual({
        retained: 'kept',
        names: expect.stringMatching(
          /^GIT_CONFIG_NOSYSTEM GIT_OPTIONAL_LOCKS HOME LANG (npm_config_update_notifier )?PATH PWD TERM TMPDIR USER (npm_config_update_notifier )?$/,
        ),
        end: { kind: 'exited', code: 0 },
      })
      expect(tmp.startsWith(fixture.scratch)).toBe(true)
      expect(existsSync(tmp)).toBe(false)
      expect(readFileSync(join(fixture.workspace, 'd/moved'), 'utf8')).toBe('kept\n')
    })

    it('cannot open, list or change anything outside', async () => {
      const before = statSync(fixture.path('beside'))
      for (const path of ['beside', 'home/note', 'home/.ssh/id', 'gatehouse/journal.db']) {
        const at = fixture.path(path)
        expect(
          await out(
            `exec 2>/dev/null; cat ${at}; : >${at}; chmod 777 ${at}; mv ${at} moved; ln ${at} linked; echo x >>${at}; true`,
          ),
        ).toBe('')
        expect(readFileSync(at, 'utf8')).toBe('SECRET-OF-HOST')
      }
      expect(statSync(fixture.path('beside')).mode).toBe(before.mode)
      expect(
        await out(
          `exec 2>/dev/null; ls ${fixture.root} ${fixture.home} /home /root /proc /tmp; cat /etc/shadow /etc/hostname /proc/self/environ; true`,
        ),
      ).toBe('')
      await out(
        `exec 2>/dev/null; echo x >${fixture.root}/new; mkdir ${fixture.home}/new; echo x >/tmp/gatehouse-was-here; true`,
      )
      expect(
        [fixture.path('new'), join(fixture.home, 'new'), '/tmp/gatehouse-was-here'].filter((path) =>
          existsSync(path),
        ),
      ).toEqual([])
    })

    it('has no network: no port of this machine, no socket file, no socket at all', async () => {
      const server = createServer((connection) => connection.end('reached')).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : 0
      const ask = `socket(S,PF_INET,SOCK_STREAM,0) or do { print $!+0; exit }; connect(S,sockaddr_in(${port},inet_aton("127.0.0.1"))) and print <S>`
      expect(await out(perl(ask))).toBe('1')
      expect(
        await out(
          perl(
            'for (1,2,10,16,17) { for my $t (1,2,3) { socket(S,$_,$t,0) and print "socket $_ " } }',
          ),
        ),
      ).toBe('')
      server.close()
    })

    it('cannot see, signal or trace a process of the same person', async () => {
      expect(
        await out(
          `kill -0 ${fixture.child.pid} 2>/dev/null && echo seen; kill -9 ${fixture.child.pid} 2>/dev/null && echo killed; true`,
        ),
      ).toBe('')
      // Everybody but the caller, which is: everybody behind the wall.
      expect(await out('sleep 60 & kill -9 -1; wait; echo alone')).toBe('alone\n')
      expect(fixture.child.exitCode ?? fixture.child.signalCode).toBe(null)
    })

    it('is killed when it is stopped, with daemons, with what ignores signals and what forks all the time', async () => {
      const mark = `64${process.pid}.${why.length}`
      const ways = [
        `(setsid sh -c "trap '' TERM HUP; sleep ${mark}; :" </dev/null >/dev/null 2>&1 &); trap "" TERM HUP INT; sleep ${mark}; sleep ${mark}`,
        `while :; do sleep ${mark} & sleep 0.02; done`,
      ]
      for (const way of ways) {
        const ending = fixture.start(way)
        expect(await soon(() => processesWith(`sleep\0${mark}`).length > 0)).toBe(true)
        ending.stop()
        expect((await ending.ended).end).toEqual({ kind: 'cancelled' })
        expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
      }
      expect(await fixture.run(`(setsid sleep ${mark} &); echo done`)).toMatchObject({
        stdout: 'done\n',
        end: { kind: 'exited', code: 0 },
      })
      expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
    })

    it('is killed at its time limit', async () => {
      expect((await fixture.run('sleep 60', { timeMs: 300 })).end).toEqual({ kind: 'timed-out' })
    })

    it('is cut at its output limit', async () => {
      expect((await fixture.run('yes', { bytes: 5000 })).end).toEqual({
        kind: 'flooded',
        stream: 'stdout',
      })
    })

    it.each([
      ['hosts', 'Hosts cannot be granted to a command'],
      ['program', 'Programs do not run'],
      ['rehearsal', 'Commands are not rehearsed'],
    ] as const)('are refused what takes namespaces: %s', async (way, text) => {
      const { result } = await fixture.ask('echo ran >ran', { way })
      expect(result).toEqual({
        ok: false,
        error: expect.objectContaining({
          code: 'sandbox.missing',
          text: `${text} behind Landlock alone. ${said[why]}`,
        }),
      })
      expect(existsSync(join(fixture.workspace, 'ran'))).toBe(false)
    })

    it('cannot change what other programs would run later', async () => {
      mkdirSync(join(fixture.workspace, '.vscode'))
      writeFileSync(join(fixture.workspace, '.vscode/tasks.json'), '{}')
      chmodSync(join(fixture.workspace, '.vscode'), 0o777)
      await out('echo x >.vscode/tasks.json; rm -f .vscode/tasks.json; mv .vscode away; true')
      expect(readFileSync(join(fixture.workspace, '.vscode/tasks.json'), 'utf8')).toBe('{}')
      expect(readdirSync(fixture.workspace)).toContain('.vscode')
    })

    it('ends with its owner, even when that is killed without warning @whole', async () => {
      const owner = await openFixture('ordinary user', [], bwrap)
      const mark = `65${process.pid}.${why.length}`
      void owner.ask(`(setsid sleep ${mark} &); trap "" TERM HUP; sleep ${mark}`)
      expect(await soon(() => processesWith(`sleep\0${mark}`).length === 2)).toBe(true)
      owner.child.kill('SIGKILL')
      expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
      await owner.close()
    })

    it('ends with its owner, however late its watcher comes to it @whole', async () => {
      const owner = await openFixture('ordinary user', [], bwrap)
      const mark = `66${process.pid}.${why.length}`
      void owner.ask(`(setsid sleep ${mark} &); trap "" TERM HUP; sleep ${mark}`)
      expect(await soon(() => processesWith(`sleep\0${mark}`).length === 2)).toBe(true)
      const keeper = keeperOf(mark)
      process.kill(keeper, 'SIGSTOP')
      owner.child.kill('SIGKILL')
      // Meanwhile all who look for what was left have ended what they found, and themselves.
      await new Promise((resolve) => setTimeout(resolve, 1500))
      process.kill(keeper, 'SIGCONT')
      expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
      await owner.close()
    })

    it('is ended by the clean-up of what was left, though it forks all the time @whole', async () => {
      const owner = await openFixture('ordinary user', [], bwrap)
      const mark = `67${process.pid}.${why.length}`
      void owner.ask(
        `while :; do (setsid sh -c 'sleep 0.0${mark}; sleep ${mark}' &); sleep 0.01; done`,
      )
      expect(await soon(() => processesWith(`sleep\0${mark}`).length > 5)).toBe(true)
      const keeper = keeperOf(mark)
      expect(lineOf(keeper)).not.toContain('gatehouse-mark-')
      const own = /gatehouse-mark-[^\0]+/.exec(lineOf(parentOf(keeper)))?.[0] ?? ''
      await endMarked([own])
      expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
      expect(await soon(() => !existsSync(`/proc/${keeper}`))).toBe(true)
      await owner.close()
    })
  },
)

/** The keeper beside the command that holds `mark`: both are children of one overseer. */
function keeperOf(mark: string): number {
  const parents = processesWith(mark).map((pid) => parentOf(Number(pid)))
  const keeper = processesWith(KEEPER).find((pid) => parents.includes(parentOf(Number(pid))))
  if (keeper === undefined) throw new Error('There is no keeper.')
  return Number(keeper)
}

const lineOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'latin1')
const parentOf = (pid: number): number =>
  Number(/\) . (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1])

describe.runIf(isRoot)(
  `commands of root without bubblewrap${isRoot ? '' : ' (skipped: not root)'}`,
  () => {
    it.each([
      ['shut', shut, 'user namespaces'],
      ['absent', absent, 'apt install bubblewrap'],
    ] as const)(
      'are refused where it is %s, and it is said what to do',
      async (why, bwrap, how) => {
        const fixture = await openFixture('root', [], bwrap)
        const { enforced, result } = await fixture.ask('echo ran >ran')
        expect(result).toEqual({
          ok: false,
          error: {
            code: 'sandbox.missing',
            text: `Commands do not run: ${said[why]}`,
            hint: expect.stringContaining(how),
          },
        })
        expect(enforced).toMatchObject({ ok: false, how: expect.stringContaining(how) })
        expect(readdirSync(fixture.workspace)).toEqual([])
        await fixture.close()
      },
    )
  },
)
