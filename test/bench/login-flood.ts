import autocannon from 'autocannon'

/** The latency of a day's availability, on an idle API and during a flood of login requests. */
export interface LoginFlood {
  idleP99: number
  floodedP99: number
  /** Responses to logins per second, including errors. */
  loginsPerSecond: number
}

interface Flood {
  availabilityUrl: string
  loginUrl: string
  headers: Record<string, string>
  seconds: number
}

/** Requests availability at 100 per second, first alone and then while 64 connections log in. */
export async function loginFlood({
  availabilityUrl,
  loginUrl,
  headers,
  seconds,
}: Flood): Promise<LoginFlood> {
  const requestAvailability = (duration: number) =>
    autocannon({ url: availabilityUrl, headers, connections: 4, overallRate: 100, duration })
  await requestAvailability(1)
  const idle = await requestAvailability(seconds)
  let attempts = 0
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
          body: JSON.stringify({ ...login, email: `nobody-${++attempts}@example.com` }),
        }),
      },
    ],
  })
  const flooded = await requestAvailability(seconds)
  const { requests } = await flood
  return {
    idleP99: idle.latency.p99,
    floodedP99: flooded.latency.p99,
    loginsPerSecond: requests.average,
  }
}
