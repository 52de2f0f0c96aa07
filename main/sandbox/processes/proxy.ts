// Knows how a program inside learns of the proxy: a port on its own loopback, behind which a relay
// leads out.

export const PROXY_PORT = 3128
const url = `http://127.0.0.1:${PROXY_PORT}`

/** Both spellings: programs differ in which they read. Nothing leads out past the proxy. */
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

/** As `proxyVariables`, for one that is told to reach these hosts without it. */
export const proxyVariablesPast = (
  direct: readonly string[],
): Readonly<Record<string, string>> => ({
  ...proxyVariables,
  NO_PROXY: direct.join(','),
  no_proxy: direct.join(','),
})
