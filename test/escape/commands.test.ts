// Real attempts to get out of the real sandbox. Each one is written so that it would succeed on a
// plain shell; where that is cheap, the same attempt is made outside first and has to succeed.
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, openSync, closeSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { landlock } from '../sandbox/profile.ts'
import { openFixture, perl, processesWith, soon, stations, type Fixture } from './fixture.ts'
import { fewWords } from '../whole.ts'

const linux = process.platform === 'linux'
/** In the name, so that a report says why. */
const why = linux
  ? ''
  : ` (skipped on ${process.platform}: its sandbox is not built yet, every command is refused)`

const SECRET = 'SECRET-OF-HOST'
/** x86_64 and arm64 numbers, for calls made by number. */
const nr = (x64: number, arm64: number): number => (process.arch === 'arm64' ? arm64 : x64)

describe.runIf(linux).each(fewWords(stations, 1))(`commands as %s${why}`, (_name, identity) => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await openFixture(identity)
  })
  afterAll(() => fixture.close())
  const out = async (command: string): Promise<string> => {
    const { stdout, stderr } = await fixture.run(command)
    return stdout + stderr
  }

  it('is really inside: the sandbox is enforced and a harmless command works', async () => {
    const { protections, result } = await fixture.ask('echo inside >f && cat f && id -u')
    expect(result).toMatchObject({
      ok: true,
      value: { stdout: 'inside\n1000\n', stderr: '', end: { kind: 'exited', code: 0 } },
    })
    const states = Object.fromEntries(protections.map(({ id, state }) => [id, state]))
    expect(states).toEqual({
      files: 'enforced',
      network: 'enforced',
      processes: 'enforced',
      seccomp: 'enforced',
      privileges: 'enforced',
      'second-wall': landlock > 0 ? 'enforced' : 'missing',
      // As root in a workspace of root's own too: it is shown through a mount with mapped ids.
      'outer-user': 'enforced',
      limits: 'enforced',
      // A user's is bounded by his systemd, which is not told of here.
      memory: identity === 'ordinary user' ? 'missing' : 'enforced',
      kill: 'enforced',
      helper: 'enforced',
    })
  })

  it.each([
    '/etc/shadow',
    '/etc/gshadow',
    '/etc/sudoers',
    '/etc/ssh/sshd_config',
    '/root/.bashrc',
    '/var/log/dpkg.log',
    '/etc/hostname',
    '/etc/machine-id',
    '/proc/1/root/etc/shadow',
    '/proc/self/root/../etc/shadow',
    '/boot',
    '/opt',
    '/srv',
    '/mnt',
    '/media',
    '/home',
    '/root',
    '/var/lib',
    '/sys/kernel',
    '/run/user',
  ])('cannot see %s', async (path) => {
    expect(await out(`cat ${path} 2>/dev/null; ls -d ${path} 2>/dev/null; true`)).toBe('')
  })

  it('cannot see what lies beside the workspace: secrets, home, Gatehouse itself', async () => {
    for (const path of ['beside', 'home/note', 'home/.ssh/id', 'gatehouse/journal.db']) {
      expect(readFileSync(fixture.path(path), 'utf8')).toBe(SECRET)
      expect(
        await out(`cat ${fixture.path(path)} ${fixture.workspace}/../${path} 2>/dev/null; true`),
      ).toBe('')
    }
    expect(await out(`ls -A ${fixture.root}`)).toBe('ws\n')
    symlinkSync(fixture.path('beside'), join(fixture.workspace, 'link-out'))
    expect(await out('cat link-out 2>/dev/null; true')).toBe('')
  })

  it('cannot find the secret anywhere it can read', async () => {
    expect(
      await out(
        `grep -rls ${SECRET.slice(0, 6)}-OF-HOST / --exclude-dir=proc --exclude-dir=usr 2>/dev/null; true`,
      ),
    ).toBe('')
  })

  it('cannot write outside the workspace', async () => {
    const mark = `gatehouse-was-here-${identity.length}`
    for (const folder of [
      '/usr',
      '/usr/bin',
      '/etc',
      '/',
      '/dev',
      '/var',
      '/run',
      '/sys',
      '/proc',
      '/proc/sys/kernel',
    ]) {
      expect(await out(`(echo x >${folder}/${mark}) 2>/dev/null && echo wrote; true`)).toBe('')
      expect(existsSync(join(folder, mark))).toBe(false)
    }
    await out(`echo x >/tmp/${mark}; echo x >/var/tmp/${mark}; echo x >/dev/shm/${mark}`)
    await out(
      `mkdir -p ${fixture.home}/deep; echo x >${fixture.root}/${mark}; echo x >${fixture.home}/${mark}; echo x >${fixture.gatehouse}/journal.db`,
    )
    for (const folder of ['/tmp', '/var/tmp', '/dev/shm', fixture.root, fixture.home])
      expect(existsSync(join(folder, mark))).toBe(false)
    expect(readFileSync(join(fixture.gatehouse, 'journal.db'), 'utf8')).toBe(SECRET)
  })

  it('sees no process of the host', async () => {
    const all = await out('cat /proc/[0-9]*/cmdline | tr "\\0" " "')
    expect(all).toContain('bwrap')
    expect(all).not.toContain('vitest')
    expect(all).not.toContain('runner-process')
    expect(Number(await out('ls /proc | grep -c "^[0-9]"'))).toBeLessThan(10)
    expect(await out(`kill -0 ${process.pid} 2>/dev/null && echo alive; true`)).toBe('')
  })

  it('reads nothing of where things lie on the host in the command line of its sandbox', async () => {
    const words = (await out('cat /proc/1/cmdline | tr "\\0" "\\n"')).split('\n')
    expect(words).toContain('--args')
    expect(words.filter((word) => /^\/|bind/.test(word))).toEqual([
      expect.stringMatching(/\/bwrap$/),
      expect.stringMatching(/\/sh$/),
    ])
    for (const path of [fixture.root, fixture.home, fixture.gatehouse])
      expect(words.join('\n')).not.toContain(path)
  })

  it('sees nothing of the environment of the host', async () => {
    expect(
      await out(
        'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep -a SECRET; env | grep SECRET; true',
      ),
    ).toBe('')
  })

  const calls: readonly (readonly [name: string, call: string])[] = [
    ['ptrace', `${nr(101, 117)},0,0,0,0`],
    ['process_vm_readv', `${nr(310, 270)},1,0,0,0,0,0`],
    ['mount', `${nr(165, 40)},"none","/tmp","tmpfs",0,0`],
    ['umount2', `${nr(166, 39)},"/usr",2`],
    ['unshare of a user namespace', `${nr(272, 97)},0x10000000`],
    ['setns', `${nr(308, 268)},0,0`],
    ['chroot', `${nr(161, 51)},"/tmp"`],
    ['pivot_root', `${nr(155, 41)},"/tmp","/tmp"`],
    ['bpf', `${nr(321, 280)},0,0,0`],
    ['keyctl', `${nr(250, 219)},0,-3,0`],
    ['add_key', `${nr(248, 217)},"user","x","y",1,-3`],
    ['perf_event_open', `${nr(298, 241)},0,0,0,0,0`],
    ['userfaultfd', `${nr(323, 282)},0`],
    ['kexec_load', `${nr(246, 104)},0,0,0,0`],
    ['init_module', `${nr(175, 105)},0,0,"x"`],
    ['open_by_handle_at', `${nr(304, 265)},0,0,0`],
    ['fsopen', '430,"tmpfs",0'],
    ['pidfd_getfd', '438,0,0,0'],
    ['clone into a new user namespace', `${nr(56, 220)},0x10000011,0,0,0,0`],
    ['a raw packet socket', `${nr(41, 198)},17,3,0`],
    ['a virtual machine socket', `${nr(41, 198)},40,1,0`],
    ['a netlink socket to the audit system', `${nr(41, 198)},16,3,9`],
  ]
  it.each(calls)('is refused %s with EPERM', async (_title, call) => {
    // A Perl string, with its addresses taken by the interpreter; $!+0 is the error number.
    expect(
      await out(
        perl(
          `my @a = (${call}); my $r = syscall($a[0], @a[1..$#a]); print $r == -1 ? $!+0 : "worked"`,
        ),
      ),
    ).toBe('1')
  })

  it.each([
    ['io_uring_setup', '425,1,0'],
    ['clone3', '435,0,0'],
    ['openat2', '437,-100,"/tmp",0,0'],
  ] as const)('is told that there is no %s', async (_title, call) => {
    expect(
      await out(
        perl(
          `my @a = (${call}); my $r = syscall($a[0], @a[1..$#a]); print $r == -1 ? $!+0 : "worked"`,
        ),
      ),
    ).toBe('38')
  })

  it.runIf(process.arch === 'x64')(
    'is refused the same calls under their x32 numbers (skipped on processors without them)',
    async () => {
      expect(
        await out(perl(`my $r = syscall(0x40000000 + 41,1,1,0); print $r == -1 ? $!+0 : "worked"`)),
      ).toBe('38')
    },
  )

  it('gets no user namespace and no privileges', async () => {
    expect(await out('unshare -Ur id 2>&1')).toContain('not permitted')
    expect(
      await out(
        'grep -E "^(CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs|Seccomp):" /proc/self/status | tr -s "\\t" " "',
      ),
    ).toBe(
      'CapPrm: 0000000000000000\nCapEff: 0000000000000000\nCapBnd: 0000000000000000\nCapAmb: 0000000000000000\nNoNewPrivs: 1\nSeccomp: 2\n',
    )
  })

  it('leaves no set-user-id file behind', async () => {
    await out(
      `cp /bin/sh s1; chmod 4755 s1; chmod u+s s1; ${perl('chmod 06755, "s1"; sysopen(F, "s2", 0x41, 04755); mkdir "d"')}; install -m 4755 /bin/sh s3; true`,
    )
    for (const name of ['s1', 's2', 's3']) {
      expect(
        (lstatSync(join(fixture.workspace, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o6000,
      ).toBe(0)
    }
    expect(await out('chmod 755 s1 && ls -l s1 | cut -c1-10')).toBe('-rwxr-xr-x\n')
  })

  it('cannot trace, read or stop another command that runs beside it, nor trace its own sibling', async () => {
    const mark = `61${process.pid}.${identity.length}`
    const beside = fixture.start(`sleep ${mark}`)
    expect(await soon(() => processesWith(`sleep\0${mark}`).length === 1)).toBe(true)
    const [pid] = processesWith(`sleep\0${mark}`)
    const seen = `cat /proc/[0-9]*/comm | grep -c sleep; kill -9 ${pid} 2>/dev/null && echo killed; true`
    expect(await out(seen)).toBe('0\n')
    const attach = `my $p = fork; unless ($p) { sleep 20; exit } print syscall(${nr(101, 117)},16,$p,0,0) == -1 ? $!+0 : "attached"; kill 9, $p`
    expect(await out(perl(attach))).toBe('1')
    expect(processesWith(`sleep\0${mark}`)).toEqual([pid])
    beside.stop()
    expect((await beside.ended).end).toEqual({ kind: 'cancelled' })
  })

  it('ends by the kill: with signals ignored, forked twice, in a session of its own, stopped or in the midst of forking', async () => {
    const mark = `62${process.pid}.${identity.length}`
    const deaf = `trap "" TERM HUP INT QUIT PIPE`
    const ways = [
      `${deaf}; sleep ${mark}; sleep ${mark}`,
      `(setsid sh -c '${deaf}; (sleep ${mark} &) ; sleep ${mark}' </dev/null >/dev/null 2>&1 &); sleep ${mark}`,
      `(sh -c '(setsid nohup sleep ${mark} >/dev/null 2>&1 &)' &); kill -STOP $$`,
      `while :; do sleep ${mark} & sleep 0.02; done`,
    ]
    for (const way of ways) {
      const ending = fixture.start(way)
      expect(await soon(() => processesWith(`sleep\0${mark}`).length > 0)).toBe(true)
      ending.stop()
      expect((await ending.ended).end).toEqual({ kind: 'cancelled' })
      expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
    }
  })

  it('is stopped as a fork bomb, and nothing of it is left', async () => {
    const count = await out(
      perl(
        'for ($n=0;$n<3000;$n++) { $p=fork; last unless defined $p; unless($p){sleep 60;exit} } print $n',
      ),
    )
    expect(Number(count)).toBeGreaterThan(50)
    // As root the bound is the control group's, with room for bubblewrap itself.
    expect(Number(count)).toBeLessThanOrEqual(264)
    // The shell that started it becomes a sleep, so that only the time limit or the noise can end
    // it.
    const bomb = await fixture.run(
      'echo GATEHOUSE-BOMB >/dev/null; b() { b | b & }; b & exec sleep 60',
      { timeMs: 1500 },
    )
    expect(['timed-out', 'flooded']).toContain(bomb.end.kind)
    expect(await soon(() => processesWith('GATEHOUSE-BOMB').length === 0)).toBe(true)
    expect(await out('echo still alive')).toBe('still alive\n')
  })

  it('cannot fill what is not its own: /tmp, /dev/shm, one endless file', async () => {
    const mb = (path: string) =>
      `dd if=/dev/zero of=${path} bs=1M count=2000 2>/dev/null; stat -c %s ${path}; rm -f ${path}`
    expect(Number(await out(mb('/tmp/fill')))).toBeLessThanOrEqual(256 * 1024 ** 2)
    expect(Number(await out(mb('/dev/shm/fill')))).toBeLessThanOrEqual(64 * 1024 ** 2)
    const sparse = await out(
      '(trap "" XFSZ; dd if=/dev/zero of=big bs=1 count=1 seek=5G 2>&1 >/dev/null); stat -c %s big; rm -f big',
    )
    expect(Number(sparse.trim().split('\n').at(-1))).toBeLessThanOrEqual(1024 ** 3)
    // The workspace is the person's own disk and has no quota: a file ends at a gigabyte, and that
    // is all.
    expect(
      Number(
        (
          await out(
            '(trap "" XFSZ; dd if=/dev/zero of=long bs=64M seek=15 count=2 2>/dev/null); stat -c %s long; rm -f long',
          )
        ).trim(),
      ),
    ).toBe(1024 ** 3)
  })

  it('cannot allocate more memory than its bound', async () => {
    expect((await fixture.run(perl('$x = "x" x (6*1024*1024*1024); print length $x'))).stdout).toBe(
      '',
    )
  })

  it('cannot plant what other programs would run later', async () => {
    expect(
      await out(
        'mkdir -p .git/hooks .vscode; echo "[core]" >.git/config; echo "{}" >.vscode/tasks.json',
      ),
    ).toBe('')
    const said = await out(
      'echo x >.git/hooks/pre-commit; echo x >>.git/config; echo x >.vscode/tasks.json; rm -rf .git/hooks; mv .git moved; mv .vscode moved; rm .git/config; echo ok >.git/index',
    )
    expect(said).not.toBe('')
    expect(
      execFileSync('ls', ['-A', '.git/hooks'], { cwd: fixture.workspace, encoding: 'utf8' }),
    ).toBe('')
    expect(readFileSync(join(fixture.workspace, '.git/config'), 'utf8')).toBe('[core]\n')
    expect(readFileSync(join(fixture.workspace, '.vscode/tasks.json'), 'utf8')).toBe('{}\n')
    expect(readFileSync(join(fixture.workspace, '.git/index'), 'utf8')).toBe('ok\n')
  })

  it('cannot bring a folder of the host in by swapping a guarded one for a link while another command starts @whole', async () => {
    const apart = await openFixture(identity)
    try {
      const swapping = apart.start(
        'mkdir -p .git; while :; do mkdir .git/hooks; rmdir .git/hooks; ln -s ../../home/.ssh .git/hooks; rm .git/hooks; done 2>/dev/null',
      )
      expect(await soon(() => existsSync(join(apart.workspace, '.git')))).toBe(true)
      const seen = new Map<string, number>()
      for (let round = 0; round < 60; round += 1) {
        const { result } = await apart.ask('cat .git/hooks/id 2>/dev/null; echo ran')
        const key = result.ok ? `${result.value.stdout}${result.value.end.kind}` : result.error.code
        seen.set(key, (seen.get(key) ?? 0) + 1)
      }
      swapping.stop()
      expect((await swapping.ended).end).toEqual({ kind: 'cancelled' })
      const ran = 'ran\nexited'
      expect(seen.get(ran)).toBeGreaterThan(0)
      // What else may happen is that bubblewrap finds nothing to mount any more, or that the
      // compare refuses.
      for (const key of seen.keys()) expect([ran, 'sandbox.spawn', 'path.changed']).toContain(key)
    } finally {
      await apart.close()
    }
  })

  it('gets no descriptor that its owner inherited, only its three @whole', async () => {
    const secret = openSync(fixture.path('beside'), 'r')
    const heir = await openFixture(identity, [secret, secret])
    try {
      const { stdout } = await heir.run(
        'for f in /proc/self/fd/*; do readlink "$f"; done; cat <&4; cat <&5; cat <&6; cat <&7; true',
      )
      expect(stdout).not.toContain(SECRET)
      const open = stdout.trim().split('\n')
      expect(
        open.filter(
          (each) =>
            !each.startsWith('socket:') && each !== '/dev/null' && !each.startsWith('/proc/'),
        ),
      ).toEqual([])
      expect(open.filter((each) => each.startsWith('socket:'))).toHaveLength(2)
    } finally {
      closeSync(secret)
      await heir.close()
    }
  })

  it('ends with its owner, even when that is killed without warning', async () => {
    const owner = await openFixture(identity)
    const mark = `77${process.pid}.${identity.length}`
    void owner.ask(`(setsid sleep ${mark} &); trap "" TERM HUP; sleep ${mark}`)
    expect(await soon(() => processesWith(`sleep\0${mark}`).length === 2)).toBe(true)
    owner.child.kill('SIGKILL')
    expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
    await owner.close()
  })
})
