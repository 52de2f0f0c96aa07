// Knows how a program inside learns of the proxy: a port on its own loopback, behind which a relay
// leads out.

export const PROXY_PORT = 3128
const url = `http://127.0.0.1:${PROXY_PORT}`

/**
 * Both spellings: programs differ in which they read. Nothing goes past the proxy, and nothing
 * could.
 */
export const proxyVariables: Readonly<Record<string, string>> = {
  HTTP_PROXY: url,
  HTTPS_PROXY: url,
  ALL_PROXY: url,
  NO_PROXY: '',
  http_proxy: url,
  https_proxy: url,
  all_proxy: url,
  no_proxy: '',
}
