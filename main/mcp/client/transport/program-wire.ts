// Starts a server's program in the sandbox, with the network that it was granted and no other.
import type { ProgramEnd } from '../../../../contract/program-end.ts'
import { failure } from '../../../../contract/failure.ts'
import { readHostPattern } from '../../../../contract/policy/host-pattern.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { StdioServer } from '../../../../contract/server/server.ts'
import { launchOf } from './launch.ts'
import type { Limits } from '../limits.ts'
import type { ClientDeps, Inside } from '../deps.ts'
import type { Observer } from '../observed-access.ts'
import { stdioTransport } from './stdio-transport.ts'
import type { OpenWire } from './wire.ts'

/** So often a program is started again whose files somebody only linked meanwhile. */
const MOST_STARTS = 3

export const programWire =
  (...program: Parameters<typeof startOnce>): OpenWire =>
  async (heard) => {
    const start = startOnce(...program)
    for (let starts = 1; ; starts++) {
      const wire = await start(heard, starts === MOST_STARTS)
      if (wire !== null) return wire
    }
  }

/** Null: its files were only touched while it was being started, and this was not the last try. */
const startOnce =
  (name: string, config: StdioServer, deps: ClientDeps, limits: Limits, observer: Observer) =>
  async (
    { onFault, onBytes, onGreeting, onHeld }: Parameters<OpenWire>[0],
    isLast: boolean,
  ): Promise<Awaited<ReturnType<OpenWire>> | null> => {
    const home = await deps.home(name)
    const { memoryBytes, processes } = limits
    const own = config.cpuSeconds === undefined ? null : `servers.${name}.cpuSeconds`
    const bound = own ?? 'limits.serverCpuSeconds'
    const launch = await launchOf(config, home, deps, { memoryBytes, processes })
    if (!launch.ok) return launch
    const { program, pinned } = launch.value
    const barred = deps.cleared?.(pinned) ?? null
    if (barred !== null) {
      onHeld(pinned)
      return err(barred)
    }
    const over = new AbortController()
    // Also where no host was granted: then it opens nothing, and tells what was tried.
    const proxy = await deps.proxy({
      hosts: config.hosts,
      home,
      signal: over.signal,
      onAttempt(attempt) {
        observer.attempt(attempt)
        deps.changed()
      },
    })
    if (!proxy.ok) return proxy
    const started = await deps.start({
      ...program,
      ...(config.sockets === true ? { sockets: true } : {}),
      proxy: { socket: proxy.value.socketPath },
      direct: LOOPBACK.filter((host) => !config.hosts.some((granted) => isOn(host, granted))),
      reports: true,
      signal: over.signal,
    })
    if (!started.ok) {
      await proxy.value.dispose()
      return err(started.error)
    }
    const running = started.value
    const change = await launch.value.changed()
    if (change !== 'none') {
      await running.kill()
      over.abort()
      await proxy.value.dispose()
      // Nothing says that what runs is what was hashed, so this one does not go on in any case.
      if (change === 'touched' && !isLast) return null
      return err(
        failure(
          'server.program-changed',
          `A file of the server ${name} was changed while it was being started.`,
          'Start it again when nothing writes to it any more.',
        ),
      )
    }
    observer.program(program.argv[0])
    let inside: Inside | null = null
    const gone = running.exited.then(async () => {
      over.abort()
      inside?.dispose()
      await proxy.value.dispose()
    })
    return ok({
      transport: stdioTransport({
        running,
        limits,
        onGreeting,
        onFault,
        onBytes,
        trimLater: deps.trimLater,
      }),
      pinned,
      ended: running.exited.then((end) => endWords(end, program.argv[0], bound)),
      tail: () => running.stderrTail(),
      watch() {
        const pid = running.pid()
        if (pid === null || over.signal.aborted) return
        inside ??=
          deps.inside?.({
            pid,
            folders: [...program.readOnly, ...program.writable],
            writable: program.writable,
            found(found) {
              observer.found(found)
              deps.changed()
            },
          }) ?? null
      },
      during: () => inside?.start() ?? (() => {}),
      visible: () => inside?.seen() ?? null,
      close: async () => {
        const late = setTimeout(() => void running.kill(), limits.politeMs)
        running.stdin.end()
        running.stdout.resume()
        await gone
        clearTimeout(late)
      },
      kill: async () => {
        running.stdout.destroy()
        await running.kill()
        await gone
      },
    })
  }

/** What a program has on its own loopback is nobody else's, unless it was granted ours. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1'] as const
const isOn = (host: string, granted: string): boolean =>
  readHostPattern(granted).host.replace(/^\[|\]$/g, '') === host

/** @param bound names the setting that its processor time is bounded by. */
function endWords(end: ProgramEnd, program: string, bound: string): string {
  switch (end.kind) {
    case 'exited':
      return end.code === 127
        ? `ended with code 127: ${program} or what it needs was not found in the sandbox`
        : `ended with code ${end.code}`
    case 'signalled':
      return end.signal === 'SIGXCPU'
        ? `was stopped: it used more processor time than ${bound} allows`
        : end.code === null
          ? `was ended by ${end.signal}, which came from outside`
          : `ended with ${end.code}, as a program does that ${end.signal} ended`
    case 'out-of-memory':
      return 'was ended: it used up the memory that it may have'
    case 'killed':
      return 'was stopped'
    case 'failed':
      return `could not be started: ${end.failure.text}`
  }
}
