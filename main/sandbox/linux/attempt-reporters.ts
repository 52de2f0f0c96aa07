// Two small files that a program of Node or of Python loads as it starts. They tell the proxy which
// addresses it dials past it, because the kernel only counts what finds no route. They open nothing
// but that report, and what they say is the word of the program: good for a list, and for nothing
// else.
import { PROXY_PORT } from '../processes/proxy.ts'

/** Where they are seen inside. */
export const REPORTERS = '/etc/gatehouse'
const MOST = 200

/** By the name of the file: ours outside, and inside. Old versions of both languages read them. */
export const reporterFiles = {
  'report.cjs': `'use strict'
const { Socket } = require('net')
const udp = require('dgram').Socket.prototype
const { connect } = Socket.prototype
const { send } = udp
const told = new Set()
const tell = (host, port) => {
  const what = \`/dialled/\${encodeURIComponent(String(host).toLowerCase())}/\${Number(port)}\`
  if (/^\\/dialled\\/(localhost|127\\.|%3A%3A1\\/)/.test(what)) return
  if (told.has(what) || told.size >= ${MOST}) return
  told.add(what)
  const to = new Socket()
  to.on('error', () => {}).unref()
  const line = \`REPORT \${what} HTTP/1.1\\r\\nhost: program\\r\\nconnection: close\\r\\n\\r\\n\`
  connect.call(to, ${PROXY_PORT}, '127.0.0.1', () => to.end(line))
  to.resume()
}
Socket.prototype.connect = function (...args) {
  try {
    const [first, second] = Array.isArray(args[0]) ? args[0] : args
    const { port = first, host = second, path } = first === Object(first) ? first : {}
    if (!path && Number(port) > 0 && typeof host === 'string') tell(host, port)
  } catch {}
  return connect.apply(this, args)
}
udp.send = function (...args) {
  try {
    const at = args.findIndex((one, place) => place > 0 && typeof one === 'string')
    if (at > 0 && Number(args[at - 1]) > 0) tell(args[at], args[at - 1])
  } catch {}
  return send.apply(this, args)
}
`,
  'sitecustomize.py': `import sys

_told = set()


def _tell(address):
    if not isinstance(address, tuple) or len(address) < 2:
        return
    host, port = address[0], address[1]
    if isinstance(host, bytes):
        host = host.decode("latin-1")
    host = host.lower()
    if host in ("", "localhost", "::1") or host.startswith("127."):
        return
    what = "/dialled/%s/%d" % (host.replace("%", "%25").replace(":", "%3A"), port)
    if what in _told or len(_told) >= ${MOST}:
        return
    _told.add(what)
    import _socket

    to = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    try:
        to.settimeout(1)
        to.connect(("127.0.0.1", ${PROXY_PORT}))
        to.send(("REPORT %s HTTP/1.1\\r\\nhost: program\\r\\nconnection: close\\r\\n\\r\\n" % what).encode("latin-1"))
    finally:
        to.close()


def _hear(event, arguments):
    if event == "socket.connect" or event == "socket.sendto":
        try:
            _tell(arguments[1])
        except Exception:
            pass


if hasattr(sys, "addaudithook"):
    sys.addaudithook(_hear)


def _following():
    import _frozen_importlib
    import _frozen_importlib_external

    others = [path for path in sys.path if path != "${REPORTERS}"]
    spec = _frozen_importlib_external.PathFinder.find_spec(__name__, others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(_frozen_importlib.module_from_spec(spec))


_following()
`,
} as const

/** The variables by which both languages find them, beside what the program has of its own. */
export const reporterVariables = (
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const { NODE_OPTIONS: options, PYTHONPATH: path } = env
  return {
    NODE_OPTIONS: [`--require=${REPORTERS}/report.cjs`, ...filled(options)].join(' '),
    PYTHONPATH: [REPORTERS, ...filled(path)].join(':'),
    // Else a host that was granted would be out of reach for what Node brings itself.
    NODE_USE_ENV_PROXY: env['NODE_USE_ENV_PROXY'] ?? '1',
  }
}
const filled = (text: string | undefined): readonly string[] =>
  text === undefined || text === '' ? [] : [text]
