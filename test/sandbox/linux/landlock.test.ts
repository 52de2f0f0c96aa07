// Real attempts against the real wall of the kernel. What the filter alone answers is in
// landlock-filter.test.ts.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  landlockLauncher,
  launcherArguments,
} from '../../../main/sandbox/linux/landlock-launcher.ts'
import { processesWith, soon } from '../../escape/fixture.ts'
import { scratchFolder } from '../scratch.ts'
import { arch, buildProfile, identities, landlock, PERL, system, type Profile } from '../profile.ts'

const root = scratchFolder('landlock')
const perl = (program: string): string => `perl -e '${program}'`
const mark = (name: string): string => `9${process.pid}${name}`

describe('landlockLauncher', () => {
  it('is there where perl is on Linux, and puts everything into arguments', async () => {
    const launcher = await landlockLauncher()
    expect(launcher !== null).toBe(process.platform === 'linux' && existsSync(PERL))
  })

  it('writes each wish as a pair before the command, and nothing of the command before it', () => {
    const args = launcherArguments(
      {
        readOnly: ['/usr'],
        writable: ['/ws'],
        tcp: { connect: [3128] },
        seccompFd: 3,
        argv: ['sh', '-c', '--', 'ro'],
        cwd: '/ws',
        environment: { A: 'b=c' },
        limits: { nofile: 7 },
        same: { protectedPaths: [{ path: '/ws/a:b', identity: '1:2' }], word: 'no' },
        alone: true,
      },
      'x64',
    )
    expect(args.slice(args.indexOf('least'))).toEqual([
      'least',
      '6',
      'supervise',
      '1',
      'cwd',
      '/ws',
      'env',
      'A=b=c',
      'differs',
      'no',
      'same',
      '1:2:/ws/a:b',
      'limit',
      '7:7',
      'ro',
      '/usr',
      'rw',
      '/ws',
      'tcp',
      '1',
      'port',
      '3128',
      'filter',
      '3',
      '--',
      'sh',
      '-c',
      '--',
      'ro',
    ])
  })
})

describe.runIf(landlock >= 6).each(identities)(
  'a command behind the wall, as %s (skipped where the kernel has no Landlock 6)',
  (identity) => {
    let profile: Profile
    let tcp: Server
    let abstract: Server
    let sibling: ReturnType<typeof spawn>
    const accepted: string[] = []
    const note = (what: string, socket: Socket): void => {
      accepted.push(what)
      socket.destroy()
    }
    const port = (): number => (tcp.address() as { port: number }).port
    const name = `gatehouse-${process.pid}-${identity.replaceAll(' ', '-')}`

    beforeAll(async () => {
      profile = buildProfile(root, identity)
      tcp = createServer((socket) => note('tcp', socket))
      abstract = createServer((socket) => note('abstract', socket))
      await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
      await new Promise<void>((resolve) => abstract.listen(`\0${name}`, resolve))
      sibling = spawn('sleep', ['600'], {
        stdio: 'ignore',
        ...(profile.uid === undefined ? {} : { uid: profile.uid }),
      })
    })
    afterAll(() => {
      sibling.kill('SIGKILL')
      tcp.close()
      abstract.close()
    })

    // Each command prints BREACH when it gets what it must not get. Landlock alone: no filter helps
    // here.
    const attempts: readonly (readonly [name: string, command: (profile: Profile) => string])[] = [
      ['reads a file outside', ({ outside }) => `cat ${outside}/secret && echo BREACH`],
      ['lists a folder outside', ({ outside }) => `ls ${outside} && echo BREACH`],
      ['reads password hashes', () => 'cat /etc/shadow /etc/passwd && echo BREACH'],
      ['looks into /proc', () => 'ls /proc && echo BREACH; cat /proc/self/environ && echo BREACH'],
      ['writes a new file outside', ({ outside }) => `echo x >${outside}/new && echo BREACH`],
      ['writes over a file outside', ({ outside }) => `echo x >>${outside}/secret && echo BREACH`],
      [
        'cuts a file outside short',
        ({ outside }) => perl(`truncate "${outside}/secret", 0 and print "BREACH"`),
      ],
      [
        'renames a file in',
        ({ outside }) => perl(`rename "${outside}/secret", "in" and print "BREACH"`),
      ],
      [
        'renames a file out',
        ({ outside }) =>
          `echo x >out; ${perl(`rename "out", "${outside}/out" and print "BREACH"`)}`,
      ],
      [
        'links a file in',
        ({ outside }) => perl(`link "${outside}/secret", "linked" and print "BREACH"`),
      ],
      [
        'follows a link out',
        ({ outside }) =>
          `ln -s ${outside} way; cat way/secret && echo BREACH; echo x >way/new && echo BREACH`,
      ],
      [
        'removes a file outside',
        ({ outside }) => `rm -f ${outside}/secret && [ ! -e ${outside}/secret ] && echo BREACH`,
      ],
      ['makes a folder outside', ({ outside }) => `mkdir ${outside}/made && echo BREACH`],
      [
        'makes a socket file',
        () => perl('socket(S, 1, 1, 0) && bind(S, pack("S a*", 1, "sock")) and print "BREACH"'),
      ],
      [
        'opens a disk or a terminal',
        () => 'cat /dev/vda /dev/sda /dev/tty /dev/mem >/dev/null && echo BREACH',
      ],
      [
        'connects by TCP',
        () =>
          perl(
            `socket(S, 2, 1, 0); connect(S, pack("S n C4 x8", 2, ${port()}, 127, 0, 0, 1)) and print "BREACH"`,
          ),
      ],
      [
        'listens by TCP',
        () =>
          perl(
            'socket(S, 2, 1, 0); bind(S, pack("S n C4 x8", 2, 0, 127, 0, 0, 1)) and print "BREACH"',
          ),
      ],
      [
        'connects to an abstract socket',
        () =>
          perl(`socket(S, 1, 1, 0); connect(S, pack("S x a*", 1, "${name}")) and print "BREACH"`),
      ],
      [
        'signals a sibling',
        () => `kill -0 ${sibling.pid} && echo BREACH; kill -9 ${sibling.pid} && echo BREACH`,
      ],
      [
        'traces a sibling',
        () =>
          perl(
            `$! = 0; syscall(${arch === 'x64' ? 101 : 117}, 16, ${sibling.pid}, 0, 0) == 0 and print "BREACH"`,
          ),
      ],
      ['mounts', () => 'mount -t tmpfs none . && echo BREACH'],
      [
        'becomes root by a set-user-id program',
        () => '[ "$(id -u)" = 0 ] || { su -c true && echo BREACH; }',
      ],
    ]
    it.each(attempts)('does not get through when it %s', async (_, command) => {
      const { code, out, err } = await profile.run(`${command(profile)}; exit 0`)
      expect({
        code,
        breached: out.includes('BREACH') || out.includes('SECRET-OF-HOST'),
        unbuilt: err.includes('gatehouse-wall'),
      }).toEqual({ code: 0, breached: false, unbuilt: false })
      expect(accepted).toEqual([])
      expect(sibling.exitCode ?? sibling.signalCode).toBeNull()
      expect(readFileSync(join(profile.outside, 'secret'), 'utf8')).toBe('SECRET-OF-HOST')
    })

    it('lets the same attempts through without the wall, so that they prove something', async () => {
      const connect = perl(
        `socket(S, 2, 1, 0); connect(S, pack("S n C4 x8", 2, ${port()}, 127, 0, 0, 1)) and print "BREACH"`,
      )
      const reach = perl(
        `socket(S, 1, 1, 0); connect(S, pack("S x a*", 1, "${name}")) and print "BREACH"`,
      )
      const { out } = await profile.start([
        '/bin/sh',
        '-c',
        `${connect}; ${reach}; cat ${profile.outside}/secret`,
      ]).ended
      expect(out).toBe('BREACHBREACHSECRET-OF-HOST')
      expect(await soon(() => accepted.length === 2)).toBe(true)
      accepted.length = 0
    })

    it('connects to a port that was granted, and to no other', async () => {
      const connect = (to: number): string =>
        perl(
          `socket(S, 2, 1, 0); connect(S, pack("S n C4 x8", 2, ${to}, 127, 0, 0, 1)) ? print "yes" : print "no"`,
        )
      const other = createServer()
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      const { out } = await profile.run(
        `${connect(port())}; ${connect((other.address() as { port: number }).port)}`,
        {
          tcp: { connect: [port()] },
        },
      )
      other.close()
      expect(out).toBe('yesno')
      expect(await soon(() => accepted.length === 1)).toBe(true)
      accepted.length = 0
    })

    it('works in the workspace: loops, pipes, renames between folders, git, its own signals and threads', async () => {
      const work = `set -e; mkdir -p a b; for n in 1 2 3; do echo $n | sort >a/$n; done; mv a/1 b/1; ln b/1 a/again; ln -s a s; mkfifo p; rm p
      sleep 100 & kill $!; wait $! || true; git init -q repo; cd repo; echo x >f; git add f
      git -c user.name=n -c user.email=e@x commit -qm one; git log --oneline | wc -l; echo done`
      expect(await profile.run(work)).toMatchObject({ code: 0, out: '1\ndone\n' })
    })

    it('runs Node with its threads, asynchronous files and children', async () => {
      const program = `require('fs').promises.writeFile('n','x').then(()=>console.log(require('child_process').execSync('cat n').toString()))`
      const folder = join(process.execPath, '..')
      for (const filter of ['none', 'alone'] as const) {
        const { out, err } = await profile.run(
          `'${process.execPath}' -e "${program}"`,
          { readOnly: [...system, folder], alone: filter === 'alone' },
          filter,
        )
        expect({ out, err }).toEqual({ out: 'x\n', err: '' })
      }
    })

    it('has the environment, the folder, the bounds and the descriptors it was given, and no privilege', async () => {
      const ask = `env | sort; pwd; ulimit -n; ulimit -c; ${perl('for (3 .. 40) { open(F, "<&=$_") and print "fd$_\\n" }')}
      ${perl(`my ($z, $n) = (0, 39); print "nnp=", syscall(${arch === 'x64' ? 157 : 167}, $n, $z, $z, $z, $z), "\\n"`)}
      ${perl(`my $h = pack("Ll", 0x20080522, 0); my $d = "\\0" x 24; syscall(${arch === 'x64' ? 125 : 90}, $h, $d); print "caps=", join(",", unpack("L6", $d)), "\\n"`)}`
      const { out } = await profile.run(
        ask,
        { environment: { A: 'b', PATH: '/usr/bin:/bin' }, limits: { nofile: 99, core: 0 } },
        'usual',
      )
      expect(out.split('\n').filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual([
        'A=b',
        'PATH=/usr/bin:/bin',
        profile.workspace,
        '99',
        '0',
        'nnp=1',
        'caps=0,0,0,0,0,0',
        '',
      ])
    })

    const wrong: readonly (readonly [
      name: string,
      request: (profile: Profile) => Parameters<Profile['words']>[0],
      says: string,
    ])[] = [
      [
        'a path is not there',
        () => ({ readOnly: [...system, '/no/such'] }),
        'gatehouse-wall: /no/such: No such file or directory',
      ],
      [
        'a writable path is a link',
        ({ workspace }) => ({ writable: [`${workspace}/link`] }),
        'leads elsewhere',
      ],
      ['the filter is empty', () => ({ seccompFd: 3 }), 'gatehouse-wall: the filter is empty'],
      [
        'the filter is not there',
        () => ({ seccompFd: 77 }),
        'gatehouse-wall: the filter cannot be read: Bad file descriptor',
      ],
      [
        'the command is not there',
        () => ({ argv: ['/usr/bin/no-such-program'] }),
        'gatehouse-wall: /usr/bin/no-such-program cannot be started',
      ],
      [
        'the command lies outside',
        ({ outside }) => ({ argv: [`${outside}/secret`] }),
        'cannot be started: Permission denied',
      ],
      [
        'the folder is not there',
        () => ({ cwd: '/no/such' }),
        'gatehouse-wall: /no/such: No such file',
      ],
      ['there is no command', () => ({ argv: [] }), 'gatehouse-wall: no command'],
      [
        'a spot was swapped',
        ({ workspace }) => ({
          same: { protectedPaths: [{ path: workspace, identity: '1:2' }], word: 'SWAPPED' },
        }),
        'SWAPPED',
      ],
    ]
    it.each(wrong.flatMap((row) => [false, true].map((alone) => [...row, alone] as const)))(
      'runs nothing when %s',
      async (_, request, says, alone) => {
        const link = join(profile.workspace, 'link')
        if (!existsSync(link)) symlinkSync(profile.outside, link)
        const { code, out, err } = await profile.start(
          profile.words({ argv: ['/bin/sh', '-c', 'echo RAN'], alone, ...request(profile) }),
        ).ended
        expect({ code, out, err }).toEqual({
          code: 125,
          out: '',
          err: expect.stringContaining(says),
        })
      },
    )

    it('starts when the protected paths are what they were', async () => {
      const { dev, ino } = statSync(profile.workspace, { bigint: true })
      const same = {
        protectedPaths: [{ path: profile.workspace, identity: `${dev}:${ino}` }],
        word: 'SWAPPED',
      }
      expect(await profile.run('echo ran', { same })).toEqual({ code: 0, out: 'ran\n', err: '' })
    })

    it('asks for more than an older kernel has when alone, and says so', async () => {
      const older = (program: string): string =>
        program.replace('fail("this kernel', '$abi = 4; fail("this kernel')
      const { code, err } = await profile.run('echo ran', { alone: true }, 'alone', older)
      expect({ code, err }).toEqual({
        code: 125,
        err: 'gatehouse-wall: this kernel has Landlock 4, and 6 is needed\n',
      })
    })

    // The kernel takes the older forms of its structures, so what an older one would be told can be
    // tried on this one.
    it.each([1, 2, 3, 4, 5, 6, 7].filter((abi) => abi <= landlock))(
      'speaks version %d of Landlock',
      async (abi) => {
        const older = (program: string): string =>
          program.replace('fail("this kernel', `$abi = ${abi}; fail("this kernel`)
        const folder = `v${abi}`
        const connect = perl(
          `socket(S, 2, 1, 0); connect(S, pack("S n C4 x8", 2, ${port()}, 127, 0, 0, 1)) and print "connects\\n"`,
        )
        const move = perl(
          `mkdir "${folder}"; mkdir "${folder}/b"; open(F, ">${folder}/f"); rename "${folder}/f", "${folder}/b/f" and print "moves\\n"`,
        )
        const cut = perl(`truncate "${profile.outside}/secret", 14 and print "cuts\\n"`)
        const { code, out } = await profile.run(
          `cat ${profile.outside}/secret; echo x >${profile.outside}/x; ${connect}; ${move}; ${cut}; kill -0 ${sibling.pid} && echo signals; exit 0`,
          {},
          'none',
          older,
        )
        const could = [
          abi < 4 ? ['connects'] : [],
          abi >= 2 ? ['moves'] : [],
          abi < 3 ? ['cuts'] : [],
          abi < 6 ? ['signals'] : [],
        ].flat()
        expect({ code, could: out.split('\n').filter((line) => line !== '') }).toEqual({
          code: 0,
          could,
        })
        await soon(() => accepted.length === (abi < 4 ? 1 : 0))
        accepted.length = 0
        expect(existsSync(join(profile.outside, 'x'))).toBe(false)
      },
    )

    describe('alone, without namespaces', () => {
      it.each([0, 7, 129])('passes the exit code %d on', async (code) => {
        expect(await profile.run(`exit ${code}`, { alone: true }, 'alone')).toEqual({
          code,
          out: '',
          err: '',
        })
      })

      it('passes a fatal signal on as shells do', async () => {
        expect(await profile.run('kill -SEGV $$', { alone: true }, 'alone')).toMatchObject({
          code: 139,
        })
      })

      it.each([
        [
          'makes a socket of any kind',
          () =>
            perl(
              'for (1, 2, 10, 16, 17, 38, 40) { for my $t (1, 2, 3) { socket(S, $_, $t, 0) and print "BREACH" } }',
            ),
        ],
        [
          'changes the mode of a file outside',
          ({ outside }: Profile) => `chmod 644 ${outside}/secret && echo BREACH`,
        ],
        [
          'changes the times of a file outside',
          ({ outside }: Profile) => perl(`utime 1, 1, "${outside}/secret" and print "BREACH"`),
        ],
        [
          'bounds a process outside',
          () =>
            `prlimit --pid ${sibling.pid} --cpu=1 && echo BREACH; renice 5 ${sibling.pid} && echo BREACH`,
        ],
        [
          'ends its overseer',
          () => 'kill -9 $PPID && echo BREACH; kill -9 -1; kill -0 $PPID && echo BREACH',
        ],
      ] as const)('is refused when it %s', async (_, command) => {
        const before = statSync(join(profile.outside, 'secret'))
        const { code, out } = await profile.run(
          `${command(profile)}; exit 0`,
          { alone: true },
          'alone',
        )
        expect({ code, out }).toEqual({ code: 0, out: '' })
        const after = statSync(join(profile.outside, 'secret'))
        expect([after.mode, after.mtimeMs]).toEqual([before.mode, before.mtimeMs])
      })

      const daemon = (title: string): string =>
        `(setsid perl -e 'close STDOUT; close STDERR; $0 = "${mark(title)}"; sleep 600' &); `
      /** Never the same process for long: no list of numbers could catch it. */
      const runner = (title: string): string =>
        `(setsid perl -e 'close STDOUT; close STDERR; $0 = "${mark(title)}"; $SIG{TERM} = "IGNORE"; while (1) { fork and exit }' &); `

      it('leaves no daemon behind when it ends by itself', async () => {
        const { code } = await profile.run(
          `${daemon('self')}${runner('self')} sleep 0.2; exit 3`,
          { alone: true },
          'alone',
        )
        expect({ code, left: processesWith(mark('self')) }).toEqual({ code: 3, left: [] })
      })

      it.each(['the launcher', 'its owner'])(
        'leaves nothing behind when %s is killed',
        async (who) => {
          const tag = who === 'its owner' ? 'owner' : 'launcher'
          const command = `${daemon(tag)}${runner(tag)} echo ready; sleep 600`
          const started = profile.start(
            profile.words({ argv: ['/bin/sh', '-c', command], alone: true, seccompFd: 3 }),
            { filter: 'alone' },
          )
          await new Promise((resolve) => started.child.stdout?.once('data', resolve))
          expect(await soon(() => processesWith(mark(tag)).length >= 2)).toBe(true)
          const owner = started.child.pid ?? 0
          const launcher = Number(
            spawnSync('pgrep', ['-P', String(owner)], { encoding: 'utf8' }).stdout,
          )
          process.kill(tag === 'owner' ? owner : launcher, 'SIGKILL')
          await started.ended
          expect(await soon(() => processesWith(mark(tag)).length === 0)).toBe(true)
        },
      )
    })
  },
)
