/** A PostgreSQL connection URL, in the forms that libpq accepts. */
export interface DatabaseUrl {
  /** Decoded; empty if the URL has none. */
  username: string
  password: string
  /** At least one; they are tried in this order. */
  hosts: readonly DatabaseHost[]
  /** Decoded; empty if the URL names none. */
  database: string
  parameters: URLSearchParams
}

export interface DatabaseHost {
  /** A name, an IPv4 or IPv6 address without brackets, or the folder of a unix socket: `/run/...`. */
  host: string
  port: number
}

const defaultPort = 5432

/**
 * Reads a connection URL: `postgres://role:password@host:5432/silla?sslmode=verify-full`, with
 * several hosts separated by commas, IPv6 addresses in brackets, and the folder of a unix socket
 * either percent-encoded in the place of the host or as the parameter `host`.
 *
 * @returns null for anything else, also for a password with an unencoded `%` or `@`
 */
export function parseDatabaseUrl(text: string): DatabaseUrl | null {
  const [, userInfo = '', authority = '', path = '', query = ''] = urlPattern.exec(text) ?? []
  if (!urlPattern.test(text)) return null
  try {
    const [username, password, ...more] = userInfo.split(':')
    const parameters = new URLSearchParams(query)
    const hosts = hostsOf(authority, parameters)
    if (hosts === null || more.length > 0) return null
    for (const name of ['host', 'port']) parameters.delete(name)
    return {
      username: decodeURIComponent(username ?? ''),
      password: decodeURIComponent(password ?? ''),
      hosts,
      database: decodeURIComponent(path),
      parameters,
    }
  } catch {
    return null
  }
}

const urlPattern = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/

/** The text of a URL, as libpq reads it. */
export function formatDatabaseUrl(url: DatabaseUrl): string {
  const { username, password, hosts, database, parameters } = url
  const login = [username, password].filter(Boolean).map(encodeURIComponent).join(':')
  // libpq reads a plus sign as itself
  const query = parameters.size > 0 ? `?${parameters}`.replaceAll('+', '%20') : ''
  return `postgres://${login && `${login}@`}${formatHosts(hosts)}/${encodeURIComponent(database)}${query}`
}

/** The hosts as a URL has them: `a.example:5432,b.example:5432`. */
export const formatHosts = (hosts: readonly DatabaseHost[]): string =>
  hosts.map(formatHost).join(',')

/** `db.example:5432`, `[::1]:5432`, `%2Frun%2Fpostgresql:5432`. */
const formatHost = ({ host, port }: DatabaseHost): string =>
  `${host.includes(':') ? `[${host}]` : encodeURIComponent(host)}:${port}`

/** As in libpq, the parameters `host` and `port` replace an empty authority. */
function hostsOf(authority: string, parameters: URLSearchParams): DatabaseHost[] | null {
  const names = authority === '' ? (parameters.get('host') ?? '') : authority
  if (authority !== '' && (parameters.has('host') || parameters.has('port'))) return null
  const ports = (parameters.get('port') ?? '').split(',')
  const hosts = names
    .split(',')
    .map((each, index) =>
      authority === ''
        ? toHost(each, ports[index] ?? ports[0])
        : toHost(...(splitHost(each) ?? [''])),
    )
  return hosts.every((host) => host !== null) ? hosts : null
}

function splitHost(text: string): [string, string?] | null {
  const [, ipv6, name, port] = /^(?:\[([\da-fA-F:.]+)\]|([^[\]:]*))(?::(\d*))?$/.exec(text) ?? []
  const host = ipv6 ?? name
  return host === undefined ? null : [decodeURIComponent(host), port]
}

function toHost(host: string, port?: string): DatabaseHost | null {
  const number = port ? Number(port) : defaultPort
  const isPort = Number.isInteger(number) && number > 0 && number < 65_536
  return isPort && /^(?:\/.+|[\w.-]+|[\da-fA-F:.]+)$/.test(host) ? { host, port: number } : null
}
