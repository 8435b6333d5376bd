import autocannon from 'autocannon'

/**
 * How long the availability of a day takes while nobody else asks, and while logins come as fast as
 * they are answered.
 */
export interface LoginFlood {
  idleP99: number
  floodedP99: number
  /** Logins that were answered in a second, refused ones among them. */
  loginsPerSecond: number
}

interface Flood {
  availabilityUrl: string
  loginUrl: string
  headers: Record<string, string>
  seconds: number
}

/**
 * Few visitors who look for a free time, at a pace that leaves the process idle, and a crowd that
 * tries passwords.
 */
export async function loginFlood({
  availabilityUrl,
  loginUrl,
  headers,
  seconds,
}: Flood): Promise<LoginFlood> {
  const look = (duration: number) =>
    autocannon({ url: availabilityUrl, headers, connections: 4, overallRate: 100, duration })
  await look(1)
  const idle = await look(seconds)
  let tried = 0
  const login = { email: '', password: 'la silla junto a la ventana' }
  const flood = autocannon({
    url: loginUrl,
    headers: { ...headers, 'content-type': 'application/json' },
    connections: 64,
    duration: seconds + 1,
    requests: [
      {
        method: 'POST',
        setupRequest: (request: object) => ({
          ...request,
          body: JSON.stringify({ ...login, email: `nobody-${++tried}@example.com` }),
        }),
      },
    ],
  })
  const flooded = await look(seconds)
  const { requests } = await flood
  return {
    idleP99: idle.latency.p99,
    floodedP99: flooded.latency.p99,
    loginsPerSecond: requests.average,
  }
}
