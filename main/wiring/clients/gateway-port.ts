// Where the gateway listens over HTTP, and why it does not.
import { listenHttp, type HttpEndpoint } from '../../mcp/gateway/http/http-server.ts'
import { strangerOn } from '../../mcp/gateway/http/port-owner.ts'

export type GatewayPort = {
  /** Does nothing where it listens already, or where nobody may come in. */
  listen(): Promise<void>
  /** Null: it does not listen. */
  endpoint(): HttpEndpoint | null
  /** Why it does not listen; null: it does, or was not asked to. */
  problem(): string | null
}

/** Where clients find the gateway unless somebody else is there already. */
const usualPort = 4748

const strangerText = (port: number, uid: number): string =>
  `A program of another user (id ${uid}) listens on 127.0.0.1:${port}, where clients of this Gatehouse send their tokens. The gateway stays closed over HTTP. Quit that program, or choose another port with --mcp-port and give each client a new token: gatehouse clients add NAME.`

/** @param port null: the usual one, or any free one. */
export function openGatewayPort(
  port: number | null,
  mayComeIn: () => boolean,
  options: () => Parameters<typeof listenHttp>[1],
): GatewayPort {
  let endpoint: HttpEndpoint | null = null
  let problem: string | null = null
  const wanted = port ?? usualPort
  return {
    async listen() {
      if (endpoint !== null || !mayComeIn()) return
      const first = await listenHttp(wanted, options())
      const stranger = first.ok ? null : strangerOn(wanted)
      // At any other port a stranger's program would find us, and use the tokens that clients
      // send it.
      const opened =
        first.ok || port !== null || stranger !== null ? first : await listenHttp(0, options())
      if (opened.ok) endpoint = opened.value
      problem = opened.ok
        ? null
        : stranger === null
          ? opened.error.text
          : strangerText(wanted, stranger)
    },
    endpoint: () => endpoint,
    problem: () => problem,
  }
}
